// The API in a process of its own, over executions of one instant. Prints where it listens, and ends with its input.
import { defineHandler, JobResult, silentLogger } from '@scheduler/contracts';
import { createSchedulerNode, PRESETS, SystemClock } from '@scheduler/core';
import { createHandler } from '@scheduler/http';
import { serve } from '@scheduler/http/node';

const { createKnexStore } = await import('@scheduler/knex');
const [connection, count] = [process.argv[2], Number(process.argv[3])];
const STEP = 5_000;
const principal = { id: 'bench', kind: 'application', tenant: null, permissions: PRESETS.admin };

const clock = new SystemClock();
const store = createKnexStore({ connection, clock });
await store.migrations?.up();
const node = createSchedulerNode({
  store,
  clock,
  logger: silentLogger,
  handlers: [defineHandler({ type: 'greet', handle: async () => JobResult.success() })],
});
await node.open();
const runAt = new Date('2040-01-01T00:00:00Z');
for (let made = 0; made < count; made += STEP)
  await node.scheduler.enqueueMany(
    Array.from({ length: Math.min(STEP, count - made) }, (_, index) => ({
      type: 'greet',
      runAt,
      payload: { customer: { id: made + index } },
    })),
  );
const limits = { requestsPerMinute: 10_000_000, requestBurst: 1_000_000 };
const served = await serve(createHandler({ node, authenticate: () => principal, limits }), { port: 0 });
process.stdout.write(`${JSON.stringify({ url: served.url })}\n`);
process.stdin.resume().on('end', async () => {
  await served.close();
  await node.stop();
  process.exit(0);
});
