import { randomUUID } from 'node:crypto';
import {
  defineHandler,
  type HandledJob,
  type JobContext,
  type JobHandler,
  type Scheduler,
  trigger,
} from '@scheduler/contracts';
import type { Knex } from 'knex';

const ORDERS = 'example_orders';

interface Receipt {
  readonly orderId: string;
}

/** The data of an application: orders, and whether their receipts were sent. */
export class Shop {
  constructor(
    private readonly knex: Knex,
    private readonly scheduler: () => Scheduler,
  ) {}

  async create(): Promise<void> {
    await this.drop();
    await this.knex.schema.createTable(ORDERS, (table) => {
      table.string('id', 64).primary();
      table.integer('receipts').notNullable();
    });
  }

  async drop(): Promise<void> {
    await this.knex.schema.dropTableIfExists(ORDERS);
  }

  /** Stores an order and the job that sends its receipt, both or neither. */
  async order({ paid }: { readonly paid: boolean }): Promise<void> {
    const orderId = randomUUID();
    await this.knex.transaction(async (transaction) => {
      await transaction(ORDERS).insert({ id: orderId, receipts: 0 });
      await this.scheduler().schedule(
        { type: 'send_receipt', name: `receipt-${orderId}`, trigger: trigger.now(), payload: { orderId } },
        { transaction },
      );
      if (!paid) throw new Error('the payment was declined');
    });
  }

  /** Counts the receipt in the transaction that also records the success, so that a crash can do neither or both. */
  sendReceipt(): JobHandler {
    return defineHandler({
      type: 'send_receipt',
      handle: ({ payload }: HandledJob<Receipt>, context: JobContext) =>
        this.knex.transaction(async (transaction) => {
          await transaction(ORDERS).where({ id: payload.orderId }).increment('receipts', 1);
          await context.completeIn(transaction);
        }),
    });
  }

  async counts(): Promise<{ readonly orders: number; readonly receipts: number }> {
    const rows = await this.knex<{ receipts: number }>(ORDERS).select('receipts');
    return { orders: rows.length, receipts: rows.reduce((sum, { receipts }) => sum + receipts, 0) };
  }
}
