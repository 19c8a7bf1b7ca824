import { createSchedulerNode, type SchedulerNode, SystemClock } from '@scheduler/core';
import { createKnexStore } from '@scheduler/knex';
import { dropTables, EXAMPLE_PREFIX } from '../shared/drop-tables.js';
import { Shop } from './shop.js';

export interface ExampleOptions {
  readonly url: string;
  readonly print: (line: string) => void;
}

/** Schedules and completes jobs in transactions of the application. Returns true if everything was as expected. */
export async function transactionalScheduling({ url, print }: ExampleOptions): Promise<boolean> {
  const clock = new SystemClock();
  const store = createKnexStore({ connection: url, clock, tablePrefix: EXAMPLE_PREFIX, migrate: true });
  const shop = new Shop(store.knex, () => node.scheduler);
  const node = createSchedulerNode({ store, clock, handlers: [shop.sendReceipt()] });
  await node.open();
  try {
    await shop.create();
    return await prove(new Proof(node, shop, print));
  } finally {
    await shop.drop();
    await dropTables(store);
    await node.stop();
  }
}

async function prove(proof: Proof): Promise<boolean> {
  const { print, shop, node } = proof;
  print('An order whose payment is declined: its transaction rolls back.');
  await shop.order({ paid: false }).catch((error: Error) => print(`  it failed: ${error.message}`));
  await proof.expect('rolled back', { orders: 0, jobs: 0, receipts: 0 });

  print('An order that is paid: its transaction commits.');
  await shop.order({ paid: true });
  await proof.expect('committed', { orders: 1, jobs: 1, receipts: 0 });

  print('The job runs, and completes in the transaction that counts the receipt.');
  await node.tick();
  await node.drain();
  await proof.expect('completed', { orders: 1, jobs: 1, receipts: 1 });
  return proof.holds;
}

interface Expected {
  readonly orders: number;
  readonly jobs: number;
  readonly receipts: number;
}

/** Compares the stored data with the expected data. */
class Proof {
  holds = true;

  constructor(
    readonly node: SchedulerNode,
    readonly shop: Shop,
    readonly print: (line: string) => void,
  ) {}

  async expect(when: string, expected: Expected): Promise<void> {
    const { orders, receipts } = await this.shop.counts();
    const { total: jobs } = await this.node.scheduler.list({ types: ['send_receipt'] });
    const isRight = orders === expected.orders && jobs === expected.jobs && receipts === expected.receipts;
    this.holds &&= isRight;
    this.print(`  ${isRight ? 'as promised' : 'WRONG'}, ${when}: ${show({ orders, jobs, receipts })}`);
    if (!isRight) this.print(`  expected: ${show(expected)}`);
  }
}

function show({ orders, jobs, receipts }: Expected): string {
  return `orders ${orders}, jobs ${jobs}, receipts ${receipts}`;
}
