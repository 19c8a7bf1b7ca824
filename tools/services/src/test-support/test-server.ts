import { createInterface, type Interface } from 'node:readline';
import { type ChildProcess } from 'node:child_process';
import { startModule } from './programs.js';

const PROGRAM = `
  import { createInterface } from 'node:readline';
  const { urls, stop, ...server } = await module.startServices({ names: ['postgres'], durable: true, own: true });
  console.log(urls.postgres);
  for await (const verb of createInterface({ input: process.stdin }))
    console.log(await server[verb]('postgres').then(() => 'done', (error) => error.message));
  await stop();`;

/** A durable PostgreSQL in a program that reads commands from its standard input. */
export interface TestServer {
  readonly url: string;
  /** Resolves to `done`, or to the error message. */
  tell(verb: 'crash' | 'restart'): Promise<string>;
  stop(): Promise<void>;
}

export async function startServer(): Promise<TestServer> {
  const program = startModule('index.mjs', PROGRAM);
  const lines = createInterface({ input: program.stdout! });
  return {
    url: await nextLine(lines, program),
    tell: (verb) => {
      program.stdin?.write(`${verb}\n`);
      return nextLine(lines, program);
    },
    stop: () =>
      new Promise((resolve) => {
        program.once('exit', () => resolve());
        program.stdin?.end();
      }),
  };
}

function nextLine(lines: Interface, program: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    const gone = (code: number | null) => reject(new Error(`ended (${code})`));
    program.once('exit', gone);
    lines.once('line', (line) => {
      program.off('exit', gone);
      resolve(line);
    });
  });
}
