import { setTimeout as sleep } from 'node:timers/promises';
import { defineJob, trigger } from '@scheduler/contracts';
import { createScheduler, SystemClock } from '@scheduler/core';
import { createMemoryStore } from '@scheduler/memory';
import { z } from 'zod';

/** A job type with schemas for its payload and its result, which callers and the handler share. */
const sendInvoice = defineJob({
  type: 'send_invoice',
  payload: z.object({ customer: z.string(), cents: z.int().positive(), copies: z.int().default(1) }),
  result: z.object({ number: z.string() }),
  defaults: { maxRetries: 5, tags: ['billing'] },
});

const handler = sendInvoice.handler(({ payload }) => {
  console.log(`${payload.copies} copy for ${payload.customer}: ${(payload.cents / 100).toFixed(2)} €`);
  return { number: `${payload.customer}-1` };
});

/** A payload and a result with schemas, checked for callers and for the handler. */
async function main(): Promise<void> {
  const clock = new SystemClock();
  const app = createScheduler({ clock, store: createMemoryStore({ clock }), handlers: [handler] });

  // The name identifies the job: another start updates it instead of creating a second one.
  const monthly = await app.define(
    sendInvoice.scheduled({
      name: 'monthly-invoice',
      trigger: trigger.monthly({ at: '08:00', day: 1, zone: 'Europe/Berlin' }),
      payload: { customer: 'acme', cents: 4_200 },
    }),
  );
  console.log(`${monthly.name} runs ${app.node.recurrence.describe(monthly.trigger)}.`);

  await app.start();
  const { id } = await app.enqueue(sendInvoice.request({ customer: 'globex', cents: 9_900 }));
  let execution = await app.getExecution(id);
  for (; execution.status !== 'success'; execution = await app.getExecution(id)) await sleep(50);
  console.log(`The invoice has the number ${sendInvoice.resultOf(execution)?.number}.`);

  // The compiler refuses an invalid payload. The scheduler refuses it too, for callers that bypass the types.
  await app.enqueue('send_invoice', { customer: 'acme', cents: -1 }).catch((error: Error) => {
    console.log(`Refused: ${error.message}`);
  });
  await app.stop();
}

void main();
