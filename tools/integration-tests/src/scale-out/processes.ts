import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { dirname, join } from 'node:path';

/** Lets Node.js run programs from their TypeScript sources, as the tests of that package do. */
const RUN_TYPESCRIPT = join(
  dirname(require.resolve('@scheduler/knex/package.json')),
  'src/test-support/run-typescript.cjs',
);

export interface Started {
  readonly process: ChildProcess;
  /** Adds a listener for all messages of the process. */
  onMessage(listener: (message: unknown) => void): void;
  /** Resolves when the process sends this word as a message. */
  says(word: string): Promise<void>;
  /** Sends SIGTERM, and resolves when the process has ended. */
  stop(): Promise<void>;
}

/** Starts a program of this folder. */
export function startProcess(program: string, args: readonly string[]): Started {
  const child = fork(join(__dirname, program), args, {
    execArgv: ['--conditions=@scheduler/source', '-r', RUN_TYPESCRIPT],
    // The settings of the user are not passed on.
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
      const sent = new Promise<void>((resolve) => {
        child.on('message', (message) => message === word && resolve());
      });
      return Promise.race([sent, failed]);
    },
    stop: async () => {
      child.kill('SIGTERM');
      await exited;
    },
  };
}
