import { JobResult } from '@scheduler/contracts';
import { defineWorkflow, type WorkflowRuns } from '@scheduler/workflow';
import { SEND_NOTIFICATION } from '../tickets/send-notification.handler.js';
import { type Carrier, NoDelivery } from './carrier.js';
import { customerOrderSchema } from './customer-order.js';
import type { Payments } from './payments.js';
import { OutOfStock, type Warehouse } from './warehouse.js';

export const FULFIL_ORDER = 'fulfil_order';
export const APPROVAL = 'approval';

/** What the domain uses of the runs of workflows. */
export type OrderRuns = Pick<WorkflowRuns, 'start' | 'approve' | 'reject'>;

export interface FulfilmentParts {
  readonly warehouse: Pick<Warehouse, 'reserve' | 'release' | 'handOver'>;
  readonly payments: Pick<Payments, 'charge' | 'refund'>;
  readonly carrier: Pick<Carrier, 'ship'>;
  /** Somebody must approve orders of this total and more. */
  readonly approvalFromCents: number;
}

const DECIDED_WITHIN = '3d';

/**
 * From the stock to the parcel. When a step fails for good, or nobody approves a large order in time, the steps before it are undone: the
 * customer gets the money back, and the stock is free again.
 */
export function fulfilOrder({ warehouse, payments, carrier, approvalFromCents }: FulfilmentParts) {
  return defineWorkflow(
    FULFIL_ORDER,
    { input: customerOrderSchema, attributes: ({ email }) => ({ customer: email }) },
    (w) => {
      const reserved = w.step(
        'reserve_stock',
        ({ input: { product, quantity }, input }) =>
          unlessHopeless(OutOfStock, async () => {
            await warehouse.reserve(input);
            return { product, quantity };
          }),
        { rollback: ({ input }) => warehouse.release(input) },
      );
      const charged = w.step(
        'charge',
        async ({ input: { orderId, totalCents: cents }, now }) => {
          await payments.charge({ orderId, cents, at: now() });
          return { cents };
        },
        {
          after: reserved,
          // A charge whose outcome nobody knows is refunded too, so that the output is not asked for.
          rollback: async ({ input: { orderId }, now, log }) => {
            if (await payments.refund({ orderId, at: now() })) log.info('money refunded', { orderId });
          },
        },
      );
      const approved = w.approval(APPROVAL, {
        after: charged,
        when: ({ input }) => input.totalCents >= approvalFromCents,
        timeout: DECIDED_WITHIN,
        onTimeout: 'reject',
      });
      const shipped = w.step(
        'ship',
        ({ input, now }) =>
          unlessHopeless(NoDelivery, async () => {
            const label = await carrier.ship(input, now());
            await warehouse.handOver(input);
            return { label };
          }),
        { after: approved },
      );
      w.job(
        'notify',
        SEND_NOTIFICATION,
        ({ input }) => ({ to: input.email, subject: `order ${input.orderId} is on its way` }),
        // The parcel is gone: a message that cannot be sent must not undo the order.
        { after: shipped, onError: 'continue' },
      );
    },
  );
}

/** A failure of this class would be the same in every attempt, so that it is not tried again. */
async function unlessHopeless<TOutput>(
  hopeless: abstract new (...parts: never[]) => Error,
  work: () => Promise<TOutput>,
) {
  try {
    return await work();
  } catch (error) {
    if (error instanceof hopeless) return JobResult.failure({ error, retry: false });
    throw error;
  }
}
