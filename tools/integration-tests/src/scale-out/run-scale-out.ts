import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { SystemClock } from '@scheduler/core';
import { createKnexStore, type KnexStore } from '@scheduler/knex';
import { type Started, startProcess } from './processes.js';
import type { Servers } from './servers.js';

export interface ScaleOutOptions {
  readonly databaseUrl: string;
  readonly redisUrl: string;
  /** How much work there is. */
  readonly jobs: number;
  readonly workers?: number;
}

export interface ScaleOutFigures {
  readonly jobs: number;
  /** From the first to the last of them, enqueuing included. */
  readonly seconds: number;
  readonly enqueueSeconds: number;
  readonly byWorker: readonly number[];
  /** Numbers that nobody has counted, and those that were counted more than once. */
  readonly missing: readonly number[];
  readonly repeated: readonly number[];
  /** Executions that the store does not know as ended with success, at the first attempt. */
  readonly unsettled: number;
}

/** Nothing has happened for so long that nothing will. */
const PATIENCE_MS = 60_000;

/** One dispatcher and some workers, each in a process of its own, on one PostgreSQL and one Redis. */
export async function runScaleOut({
  databaseUrl,
  redisUrl,
  jobs,
  workers: count = 4,
}: ScaleOutOptions): Promise<ScaleOutFigures> {
  const name = `scale${randomBytes(4).toString('hex')}`;
  const servers: Servers = { databaseUrl, tablePrefix: `${name}_`, redisUrl, keyPrefix: `${name}:` };
  const { tablePrefix } = servers;
  const store = createKnexStore({ connection: databaseUrl, tablePrefix, clock: new SystemClock() });
  const processes: Started[] = [];
  const start = (program: string, ...args: readonly string[]) => {
    const started = startProcess(program, [JSON.stringify(servers), ...args]);
    processes.push(started);
    return started;
  };
  try {
    await store.migrations.up();
    const workers = Array.from({ length: count }, () => start('worker-process.ts'));
    const dispatcher = start('dispatcher-process.ts', String(jobs));
    await Promise.all(processes.map((one) => one.says('ready')));
    return await measure({ dispatcher, workers, jobs, unsettled: () => unsettledIn(store, tablePrefix) });
  } finally {
    await Promise.all(processes.map((one) => one.stop()));
    while ((await store.migrations.down()) !== null);
    await store.close();
  }
}

interface Run {
  readonly dispatcher: Started;
  readonly workers: readonly Started[];
  readonly jobs: number;
  readonly unsettled: () => Promise<number>;
}

async function measure({ dispatcher, workers, jobs, unsettled }: Run): Promise<ScaleOutFigures> {
  const times = new Uint8Array(jobs);
  const byWorker = workers.map(() => 0);
  let [counted, lastAt] = [0, performance.now()];
  workers.forEach((worker, index) =>
    worker.onMessage((message) => {
      const { counted: numbers = [] } = message as { readonly counted?: readonly number[] };
      for (const number of numbers) times[number] = (times[number] ?? 0) + 1;
      byWorker[index] = (byWorker[index] ?? 0) + numbers.length;
      counted += numbers.length;
      lastAt = performance.now();
    }),
  );
  const beganAt = performance.now();
  const enqueued = dispatcher.says('enqueued').then(() => performance.now() - beganAt);
  dispatcher.process.send('begin');
  const enqueueMs = await enqueued;
  const isOver = async () => counted >= jobs && (await unsettled()) === 0;
  while (!(await isOver()) && performance.now() - lastAt < PATIENCE_MS) await sleep(50);
  const numbers = Array.from({ length: jobs }, (_, number) => number);
  return {
    jobs,
    seconds: (lastAt - beganAt) / 1_000,
    enqueueSeconds: enqueueMs / 1_000,
    byWorker,
    missing: numbers.filter((number) => times[number] === 0),
    repeated: numbers.filter((number) => (times[number] ?? 0) > 1),
    unsettled: await unsettled(),
  };
}

async function unsettledIn({ knex }: KnexStore, tablePrefix: string): Promise<number> {
  const rest = knex(`${tablePrefix}executions`).whereNot({ status: 'success', tries: 1 });
  const [row] = (await rest.count({ n: '*' })) as readonly { readonly n: number | string }[];
  return Number(row?.n);
}
