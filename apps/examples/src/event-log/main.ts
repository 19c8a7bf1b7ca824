import { setTimeout as sleep } from 'node:timers/promises';
import { defineHandler } from '@scheduler/contracts';
import {
  causedBy,
  createSchedulerNode,
  defineProjection,
  defineSubscription,
  SystemClock,
} from '@scheduler/core';
import { createMemoryStore } from '@scheduler/memory';

/** A read model: how often each queue was paused, and what was reported. It can be built anew from the log at any time. */
const model = { pauses: 0, reports: [] as unknown[] };

const overview = defineProjection({
  name: 'overview',
  on: {
    QueuePaused: () => void (model.pauses += 1),
    'report.generated': ({ data }) => void model.reports.push(data['data']),
  },
  reset: () => {
    model.pauses = 0;
    model.reports.length = 0;
  },
});

const mails = defineSubscription({
  name: 'mails',
  events: ['report.generated'],
  from: 'beginning',
  handle: ({ data }) => console.log('Mail about', JSON.stringify(data['data'])),
});

// The handler says what has happened: it is appended to the log together with its success.
const report = defineHandler({
  type: 'generate_report',
  handle: (_job, context) => context.emit('report.generated', { pages: 3 }),
});

/** Schedule events in a log, a handler whose result is an event, a read model, and the proof that the log explains every row. */
async function main(): Promise<void> {
  const clock = new SystemClock();
  const node = createSchedulerNode({
    store: createMemoryStore({ clock, eventLog: true }),
    clock,
    handlers: [report],
    subscriptions: [mails],
    projections: [overview],
  });
  await node.start();
  await causedBy('user:ada', async () => {
    await node.scheduler.enqueue({ type: 'generate_report' });
    await node.queues.pause('imports');
  });
  while (model.reports.length === 0 || model.pauses === 0) await sleep(20);

  for (const { name, cause } of (await node.eventLog.list({ tenant: null })).items)
    console.log(name, 'by', cause === node.id ? 'the node' : cause);
  console.log('The read model:', JSON.stringify(model));
  const { found, checked } = await node.eventLog.verify();
  console.log(`${found} differences in ${checked.execution} execution and ${checked.queue} queue`);
  await node.stop();
}

void main();
