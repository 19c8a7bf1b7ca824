import { createMemoryStore } from '@scheduler/memory';
import { SettableClock } from '@scheduler/testing';
import type { SchedulerStore } from '@scheduler/contracts';
import { connectForCommands } from './connection/connect.js';
import { auditExecutions } from './test-support/audit-store.js';
import { onRedis } from './test-support/on-redis.js';
import { type Held, outlineOf, RandomWork } from './test-support/random-work.js';

const STEPS = 400;

async function summaryOf({ executions, queues, schedules }: SchedulerStore): Promise<unknown> {
  const page = { tenant: null, limit: 10_000, offset: 0 } as const;
  const jobs = (await schedules.list({ ...page, sortBy: 'createdAt', sortOrder: 'asc' })).items;
  const all = (await executions.list({ ...page, sortOrder: 'asc' })).items;
  return {
    executions: all.map(outlineOf).sort((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1)),
    counts: await executions.count({ tenant: null }),
    ofTenant: await executions.count({ tenant: 'a', queue: 'mails' }),
    dead: await executions.deadLetterCounts({ tenant: null }),
    queues: await queues.counts(),
    jobs: jobs.map(
      ({ id, status, revision, statusReason, counters: { fired, executions: ended, failed } }) => [
        id,
        status,
        revision,
        statusReason,
        fired,
        ended,
        failed,
      ],
    ),
  };
}

onRedis((redis) => {
  it.each([1, 2, 3, 4, 5, 6])(
    'behaves like the memory store, and its indexes are consistent (work of seed %i)',
    async (seed) => {
      const keyPrefix = redis.newPrefix();
      const harness = await redis.storeHarness(keyPrefix);
      await harness.store.open();
      const clock = new SettableClock((await harness.store.schedules.now()).toISOString());
      const stores: readonly [SchedulerStore, Held][] = [
        [createMemoryStore({ clock }), new Map()],
        [harness.store, new Map()],
      ];
      const log: string[] = [];
      const work = new RandomWork(seed, async (name, ask) => {
        const answers: unknown[] = [];
        for (const [store, held] of stores)
          answers.push(await ask(store, held).catch((error: unknown) => String(error)));
        log.push(`${name}: ${JSON.stringify(answers[0])}`);
        expect([name, log.length, answers[1]]).toEqual([name, log.length, answers[0]]);
      });
      for (let step = 0; step < STEPS; step += 1) {
        await work.step(clock.now());
        await clock.advance('1m');
        await harness.clock.advance('1m');
      }
      const [memory, alone] = await Promise.all(stores.map(([store]) => summaryOf(store)));
      expect(alone).toEqual(memory);
      const reader = connectForCommands({ url: redis.url });
      await reader.connect();
      const { expected, stored } = await auditExecutions(reader, keyPrefix);
      reader.disconnect();
      expect(stored).toEqual(expected);
      expect(log.length).toBeGreaterThan(STEPS / 2);
      await harness.store.close();
      await harness.close?.();
    },
  );
});
