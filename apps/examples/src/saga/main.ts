import { createSchedulerNode, SystemClock } from '@scheduler/core';
import { createMemoryStore } from '@scheduler/memory';
import { createWorkflows, defineWorkflow } from '@scheduler/workflow';
import { z } from 'zod';

/** What the shop has left, and what it was paid. */
const shop = { lamps: 5, cents: 0 };

const order = defineWorkflow('order', { input: z.object({ lamps: z.int(), cents: z.int() }) }, (w) => {
  const reserved = w.step(
    'reserve',
    ({ input }) => {
      shop.lamps -= input.lamps;
      return { lamps: input.lamps };
    },
    {
      // The output is missing where the step began and did not succeed: then nobody knows how far it came.
      rollback: ({ output }) => {
        shop.lamps += output?.lamps ?? 0;
        console.log('The reservation is cancelled.');
      },
    },
  );
  const charged = w.step(
    'charge',
    ({ input }) => {
      shop.cents += input.cents;
      return { cents: input.cents };
    },
    {
      rollback: {
        // A refund is worth more attempts than the payment.
        run: ({ output, attempt }) => {
          if (attempt === 1) throw new Error('the bank does not answer');
          shop.cents -= output?.cents ?? 0;
          console.log(`The payment is returned, in attempt ${attempt}.`);
        },
        maxRetries: 10,
        backoff: { delay: '10ms' },
      },
    },
  );
  const shipped = w.step(
    'ship',
    ({ attempt }) => {
      throw new Error(`no carrier was found in attempt ${attempt}`);
    },
    { after: [reserved, charged], maxRetries: 1, backoff: { delay: '10ms' } },
  );
  w.step('thank', () => console.log('This is never said.'), { after: shipped });
});

/** An order that fails at shipping: what was done before is undone, in the inverted order of the graph. */
async function main(): Promise<void> {
  const clock = new SystemClock();
  const workflows = createWorkflows({ definitions: [order] });
  const node = createSchedulerNode({ clock, store: createMemoryStore({ clock }), workflows });
  await node.start();

  const { id } = await workflows.start(order, { lamps: 2, cents: 9_900 }, { id: 'order-1' });
  // A second start with the same id is the same run.
  await workflows.start(order, { lamps: 2, cents: 9_900 }, { id: 'order-1' });

  const run = await workflows.waitFor(id);
  console.log(`The order is ${run.status}, because ${run.stop?.reason}.`);
  console.log(`The shop has ${shop.lamps} lamps and ${shop.cents} cents.`);
  console.log(await workflows.toTable(id));
  await node.stop();
}

void main();
