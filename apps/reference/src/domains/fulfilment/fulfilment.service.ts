import { type IdGenerator, WorkflowNotRunning, WorkflowStepNotWaiting } from '@scheduler/contracts';
import type { CustomerOrder } from './customer-order.js';
import { APPROVAL, FULFIL_ORDER, type OrderRuns } from './fulfil-order.workflow.js';

export type NewOrder = Omit<CustomerOrder, 'orderId'>;

export interface FulfilmentServiceParts {
  readonly runs: OrderRuns;
  readonly ids: IdGenerator;
}

/** Takes orders and decisions about them. All else is done by the steps of the workflow. */
export class FulfilmentService {
  constructor(private readonly parts: FulfilmentServiceParts) {}

  /** Throws WorkflowInvalid for an order that cannot be read. */
  async place(order: NewOrder): Promise<CustomerOrder> {
    const placed: CustomerOrder = { ...order, orderId: this.parts.ids.next() };
    // With the id of the order in the id of the run, an order is fulfilled once, however often it is handed in.
    await this.parts.runs.start(FULFIL_ORDER, placed, { id: runOf(placed.orderId) });
    return placed;
  }

  /** False: the order does not wait for an approval, not yet or not any more. */
  async approve(orderId: string, by: string): Promise<boolean> {
    return this.decide(() => this.parts.runs.approve(runOf(orderId), APPROVAL, { by }));
  }

  /** The order is undone. False: it does not wait for an approval, not yet or not any more. */
  async reject(orderId: string, by: string): Promise<boolean> {
    return this.decide(() => this.parts.runs.reject(runOf(orderId), APPROVAL, { by }));
  }

  private async decide(decision: () => Promise<unknown>): Promise<boolean> {
    try {
      await decision();
      return true;
    } catch (error) {
      if (error instanceof WorkflowStepNotWaiting || error instanceof WorkflowNotRunning) return false;
      throw error;
    }
  }
}

export function runOf(orderId: string): string {
  return `order-${orderId}`;
}
