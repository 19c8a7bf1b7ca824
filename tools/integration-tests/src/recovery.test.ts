import { execFile } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { exampleFolder } from './test-support/examples.js';

/** Uncaught errors end a process, so that these tests run in their own processes. */
const folder = exampleFolder('recovery');

const PROGRAM = `
const { defineHandler, silentLogger } = require('@scheduler/contracts');
const { createSchedulerNode, middleware, SystemClock } = require('@scheduler/core');
const { createMemoryStore } = require('@scheduler/memory');
const never = () => new Promise(() => undefined);
const WAYS = {
  timer: () => (setTimeout(() => { throw new Error('in a timer'); }, 1), never()),
  promise: () => (void Promise.reject(new Error('in a promise')), never()),
  listener: () => (setImmediate(() => new (require('node:events'))().emit('error', new Error('in a listener'))), never()),
  late: () => void setTimeout(() => { throw new Error('after its end'); }, 50),
  thrown: () => { throw new Error('caught anyway'); },
};
const [, , way, recovers, stray] = process.argv;
async function main() {
  const node = createSchedulerNode({
    store: createMemoryStore({ clock: new SystemClock() }),
    handlers: [defineHandler({ type: 'work', handle: WAYS[way] })],
    middleware: recovers === 'yes' ? [middleware.recovery()] : [],
    logger: silentLogger,
  });
  await node.open();
  const { id } = await node.scheduler.enqueue({ type: 'work', maxRetries: 0 });
  await node.drain();
  const { status, error } = await node.scheduler.getExecution(id);
  if (stray !== undefined) setTimeout(() => { throw new Error('of nobody'); }, 1);
  await new Promise((resolve) => setTimeout(resolve, 100));
  console.log(JSON.stringify({ status, message: error?.message }));
  await node.stop();
}
main();
`;
const program = join(folder, 'program.js');
writeFileSync(program, PROGRAM);

interface Ended {
  readonly code: number;
  readonly answer: unknown;
  readonly stderr: string;
}

function run(...words: string[]): Promise<Ended> {
  return new Promise((resolve) => {
    execFile(process.execPath, [program, ...words], { timeout: 20_000 }, (error, stdout, stderr) => {
      const code = typeof error?.code === 'number' ? error.code : 0;
      resolve({ code, answer: stdout === '' ? null : JSON.parse(stdout), stderr });
    });
  });
}

describe('middleware.recovery (F172)', () => {
  it.each([
    ['timer', 'in a timer'],
    ['promise', 'in a promise'],
    ['listener', 'in a listener'],
  ])('fails the attempt that threw in a %s, and the process continues', async (way, message) => {
    expect(await run(way, 'yes')).toMatchObject({ code: 0, answer: { status: 'failed', message } });
  });

  it('survives an error that comes after the end of its attempt', async () => {
    expect(await run('late', 'yes')).toMatchObject({ code: 0, answer: { status: 'success' } });
  });

  it('lets an error that belongs to no handler end the process', async () => {
    const { code, stderr } = await run('thrown', 'yes', 'stray');
    expect(code).not.toBe(0);
    expect(stderr).toContain('of nobody');
  });

  it.each(['timer', 'promise', 'listener'])('without it, an error in a %s ends the process', async (way) => {
    expect((await run(way, 'no')).code).not.toBe(0);
  });

  it('is not needed for errors that a handler throws itself', async () => {
    expect(await run('thrown', 'no')).toMatchObject({ code: 0, answer: { message: 'caught anyway' } });
  });
});
