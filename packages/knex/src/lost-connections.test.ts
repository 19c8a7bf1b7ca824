import { setTimeout as sleep } from 'node:timers/promises';
import { defineHandler, type HandledJob, type JsonObject, StoreUnavailable } from '@scheduler/contracts';
import { eventually, TcpProxy } from '@scheduler/test-support';
import { killConnections } from './test-support/kill-connections.js';
import { onEach, SERVERS } from './test-support/on-database.js';
import { TestNodes } from './test-support/test-nodes.js';

const JOBS = 300;
const KILLS = 5;
const CONFIG = {
  queues: { default: 5 },
  pollInterval: 100,
  lease: { duration: 4_000, heartbeat: 300, selfAbort: 3_000, rescueInterval: 300 },
} as const;

onEach(SERVERS, (database) => {
  const proxy = new TcpProxy(new URL(database.url));
  const nodes = new TestNodes(database);

  afterEach(async () => {
    await nodes.stop();
    await proxy.stop();
  });

  it('survives the loss of every connection while it works, without loss or double success', async () => {
    const runs = new Map<number, number>();
    const completed = new Map<string, number>();
    const count = defineHandler({
      type: 'count',
      handle: async (job: HandledJob<number>) => {
        await sleep(5);
        runs.set(job.payload, (runs.get(job.payload) ?? 0) + 1);
      },
    });
    const connection = await proxy.start();
    const options = { handlers: [count], config: CONFIG, store: { connection } };
    const started = [await nodes.start(options), await nodes.start(options)];
    for (const { events } of started)
      events.subscribe({
        names: ['scheduler:execution.completed'],
        listener: ({ data }) => {
          const id = String((data as JsonObject)['executionId']);
          completed.set(id, (completed.get(id) ?? 0) + 1);
        },
      });
    const [first] = started;
    await first!.scheduler.enqueueMany(
      Array.from({ length: JOBS }, (_, payload) => ({ type: 'count', payload })),
    );

    for (let kill = 1; kill <= KILLS; kill += 1) {
      const wanted = (kill * JOBS) / (KILLS + 1);
      await eventually('some progress', () => runs.size >= wanted);
      // Right after a loss there may be no connections yet.
      await eventually('a loss', async () => (await killConnections(database, proxy.ports)) > 0);
    }

    const statuses = () => database.table('executions').distinct('status').pluck('status');
    await eventually('every success', async () => (await statuses()).join() === 'success', 60_000);
    expect(runs.size).toBe(JOBS);
    expect(Math.max(...completed.values())).toBe(1);

    // The nodes also accept new work without a restart.
    let last: string | null = null;
    await eventually('an enqueue', async () => {
      last ??= await first!.scheduler.enqueue({ type: 'count', payload: JOBS }).then(
        ({ id }) => id,
        (error: unknown) => {
          if (error instanceof StoreUnavailable) return null;
          throw error;
        },
      );
      return last !== null;
    });
    await eventually('the work that came later', () => runs.has(JOBS));
  });
});
