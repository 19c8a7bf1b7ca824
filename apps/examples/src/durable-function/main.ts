import { setTimeout as sleep } from 'node:timers/promises';
import { defineHandler, type HandledJob, JobResult } from '@scheduler/contracts';
import { createScheduler, SystemClock } from '@scheduler/core';
import { createMemoryStore } from '@scheduler/memory';

interface Order {
  readonly lamps: number;
  readonly parcels: number;
  readonly address: string | null;
}

/** What the shop has left, and what it was paid. */
const shop = { lamps: 10, cents: 0 };

// Plain code with a loop. What is finished is not done again in a retry, and is undone if the order fails for good.
const order = defineHandler({
  type: 'order',
  handle: async ({ payload: { lamps, parcels, address } }: HandledJob<Order>, context) => {
    const { reserved } = await context.step(
      'reserve',
      () => {
        console.log(`Attempt ${context.attempt} reserves ${lamps} lamps.`);
        shop.lamps -= lamps;
        return { reserved: lamps };
      },
      {
        rollback: ({ output }) => {
          shop.lamps += output.reserved;
          console.log('The reservation is cancelled.');
        },
      },
    );
    await context.step('charge', () => void (shop.cents += reserved * 1_000), {
      rollback: () => {
        shop.cents -= reserved * 1_000;
        console.log('The payment is returned.');
      },
    });
    for (let parcel = 1; parcel <= parcels; parcel++)
      await context.step(`ship-${parcel}`, () => {
        if (address === null) throw new Error('there is no address');
        if (parcel === 2 && context.attempt === 1) throw new Error('the carrier does not answer');
        console.log(
          `Parcel ${parcel} of ${parcels} is on its way to ${address}, in attempt ${context.attempt}.`,
        );
      });
    return JobResult.success({ parcels });
  },
});

/** One order needs a second attempt, another one fails and is undone. */
async function main(): Promise<void> {
  const clock = new SystemClock();
  const app = createScheduler({ clock, store: createMemoryStore({ clock }), handlers: [order] });
  await app.start();

  for (const address of ['Berlin', null]) {
    const { id } = await app.enqueue(
      'order',
      { lamps: 3, parcels: 3, address },
      { maxRetries: 1, backoff: { strategy: 'fixed', delay: '10ms' } },
    );
    let execution = await app.getExecution(id);
    while (execution.finishedAt === null) {
      await sleep(20);
      execution = await app.getExecution(id);
    }
    console.log(`The order ended as ${execution.status} after ${execution.attemptsUsed} attempts.`);
    console.log(`The shop has ${shop.lamps} lamps and ${shop.cents} cents.`);
  }
  await app.stop();
}

void main();
