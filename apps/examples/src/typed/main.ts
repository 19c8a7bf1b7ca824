import { setTimeout as sleep } from 'node:timers/promises';
import { defineJob, trigger } from '@scheduler/contracts';
import { createScheduler, SystemClock } from '@scheduler/core';
import { createMemoryStore } from '@scheduler/memory';
import { z } from 'zod';

/** A kind of work, its payload and its result: whoever asks for it and whoever does it are held to them. */
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

/** A payload and a result with schemas, from the one who asks to the one who does it. */
async function main(): Promise<void> {
  const clock = new SystemClock();
  const app = createScheduler({ clock, store: createMemoryStore({ clock }), handlers: [handler] });

  // The same name at every start is the same job.
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

  // The compiler refuses a payload that does not fit; whoever goes around it is refused all the same.
  await app.enqueue('send_invoice', { customer: 'acme', cents: -1 }).catch((error: Error) => {
    console.log(`Refused: ${error.message}`);
  });
  await app.stop();
}

void main();
