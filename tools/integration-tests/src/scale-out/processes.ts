import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { dirname, join } from 'node:path';

/** Runs programs straight from their sources, as the processes in the tests of that package do. */
const RUN_TYPESCRIPT = join(
  dirname(require.resolve('@scheduler/knex/package.json')),
  'src/test-support/run-typescript.cjs',
);

export interface Started {
  readonly process: ChildProcess;
  /** Told every message. */
  onMessage(listener: (message: unknown) => void): void;
  /** Resolves when it says so. */
  says(word: string): Promise<void>;
  /** Asks it to end. */
  stop(): Promise<void>;
}

/** Starts a program of this folder. */
export function startProcess(program: string, args: readonly string[]): Started {
  const child = fork(join(__dirname, program), args, {
    execArgv: ['--conditions=@scheduler/source', '-r', RUN_TYPESCRIPT],
    // Settings of whoever started us are not for it.
    env: { PATH: process.env['PATH'] ?? '' },
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
  const exited = once(child, 'exit');
  const failed = exited.then(([code]) => {
    throw new Error(`${program} ended by itself, with ${String(code)}`);
  });
  failed.catch(() => undefined);
  return {
    process: child,
    onMessage: (listener) => void child.on('message', listener),
    says: (word) => {
      const said = new Promise<void>((resolve) => {
        child.on('message', (message) => message === word && resolve());
      });
      return Promise.race([said, failed]);
    },
    stop: async () => {
      child.kill('SIGTERM');
      await exited;
    },
  };
}
