import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';

export interface Child {
  readonly process: ChildProcess;
  /** The messages that the process has sent so far. */
  readonly messages: readonly unknown[];
  /** Sends the signal and waits for the end of the process. */
  end(signal?: 'SIGTERM' | 'SIGKILL'): Promise<void>;
}

/** Starts a program of this folder in its own process, directly from its TypeScript source. */
export function startChild(program: string, args: readonly string[]): Child {
  const child = fork(join(__dirname, program), args, {
    execArgv: ['--conditions=@scheduler/source', '-r', join(__dirname, 'run-typescript.cjs')],
    // The environment of Jest must not reach the process.
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
