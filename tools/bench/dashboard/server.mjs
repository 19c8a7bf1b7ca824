// The dashboard in a process of its own, over a large store. Prints where it listens, and ends with its input.
import { defineHandler, JobResult, silentLogger, trigger } from '@scheduler/contracts';
import { createSchedulerNode, PRESETS, SystemClock } from '@scheduler/core';
import { dashboardFiles } from '@scheduler/dashboard';
import { createHandler } from '@scheduler/http';
import { serve } from '@scheduler/http/node';
import { createWorkflows, defineWorkflow } from '@scheduler/workflow';

const { createKnexStore } = await import('@scheduler/knex');
const connection = process.argv[2];
const [executions, jobs, deadLetters] = process.argv.slice(3).map(Number);
const STEP = 5_000;
const AT_ONCE = 50;
const WAITING = 5_000;
const DAY_MS = 86_400_000;
const principal = { id: 'bench', kind: 'application', tenant: null, permissions: PRESETS.admin };

const clock = new SystemClock();
const store = createKnexStore({ connection, clock });
await store.migrations?.up();
const node = createSchedulerNode({
  store,
  clock,
  logger: silentLogger,
  workflows: createWorkflows({
    definitions: [defineWorkflow('greet-all', {}, (w) => void w.step('greet', () => 'hello'))],
  }),
  config: { queues: { default: AT_ONCE, mails: 10 }, deadLetters: { maxEntries: 100_000 } },
  handlers: [
    defineHandler({ type: 'greet', handle: async () => JobResult.success() }),
    defineHandler({
      type: 'fail',
      handle: async ({ payload }) => {
        throw new Error(`the mail server said: ${payload.reason}`);
      },
    }),
  ],
});
await node.open();
await enqueue(deadLetters, (index) => ({
  type: 'fail',
  queue: index % 2 === 0 ? 'mails' : 'default',
  maxRetries: 0,
  payload: { reason: `no ${index % 20}` },
}));
await enqueue(executions - deadLetters - WAITING, (index) => ({
  type: 'greet',
  payload: { customer: { id: index } },
}));
await node.drain();
await enqueue(WAITING, (index) => ({ type: 'greet', runAt: new Date(Date.now() + DAY_MS + index * 1_000) }));
for (let made = 0; made < jobs; made += AT_ONCE)
  await Promise.all(
    Array.from({ length: Math.min(AT_ONCE, jobs - made) }, (_, index) => {
      const number = made + index;
      const at = trigger.cron(`${number % 60} ${number % 24} * * *`);
      return node.scheduler.schedule({ type: 'greet', name: `job-${number}`, trigger: at });
    }),
  );
const [job] = (await node.scheduler.list({ limit: 1 })).items;
const [failed] = (await node.scheduler.listExecutions({ statuses: ['failed'], limit: 1 })).items;
await node.start();

const limits = { requestsPerMinute: 10_000_000, requestBurst: 1_000_000 };
const dashboard = dashboardFiles();
const served = await serve(createHandler({ node, dashboard, authenticate: () => principal, limits }), {
  port: 0,
});
process.stdout.write(`${JSON.stringify({ url: `${served.url}#${job.id}#${failed.id}` })}\n`);
process.stdin.resume().on('end', async () => {
  await served.close();
  await node.stop();
  process.exit(0);
});

async function enqueue(count, workOf) {
  for (let made = 0; made < count; made += STEP)
    await node.scheduler.enqueueMany(
      Array.from({ length: Math.min(STEP, count - made) }, (_, index) => workOf(made + index)),
    );
}
