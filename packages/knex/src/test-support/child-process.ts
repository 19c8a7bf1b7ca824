import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';

export interface Child {
  readonly process: ChildProcess;
  /** What it has sent so far. */
  readonly messages: readonly unknown[];
  /** Asks it to end, or ends it. */
  end(signal?: 'SIGTERM' | 'SIGKILL'): Promise<void>;
}

/** Starts a program of this folder as a process of its own, straight from its source. */
export function startChild(program: string, args: readonly string[]): Child {
  const child = fork(join(__dirname, program), args, {
    execArgv: ['--conditions=@scheduler/source', '-r', join(__dirname, 'run-typescript.cjs')],
    // Jest's own settings are not for it.
    env: { PATH: process.env['PATH'] ?? '' },
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
  const messages: unknown[] = [];
  child.on('message', (message) => messages.push(message));
  const ended = once(child, 'exit');
  return {
    process: child,
    messages,
    end: async (signal = 'SIGTERM') => {
      child.kill(signal);
      await ended;
    },
  };
}
