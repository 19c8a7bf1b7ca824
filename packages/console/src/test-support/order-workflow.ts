import { createWorkflows, defineWorkflow, type Workflows } from '@scheduler/workflow';
import { Scene } from './scene.js';

export interface OrderInput {
  readonly items?: readonly string[];
  readonly isBroken?: boolean;
}

/** A workflow with steps of several kinds: it charges, asks a person, packs each item, and waits for the parcel. */
function orderWorkflow(refund: () => void) {
  return defineWorkflow<OrderInput>('order', { attributes: { shop: 'north' } }, (w) => {
    const charge = w.step('charge', () => ({ paid: true }), { rollback: refund, maxRetries: 0 });
    const gift = w.step('gift', () => undefined, { after: charge, when: () => false });
    const check = w.approval('check', { after: [charge, gift] });
    const pack = w.map(
      'pack',
      ({ input }) => input.items ?? [],
      ({ input }) => {
        if (input.isBroken === true) throw new Error('the box is broken');
      },
      { after: check, maxRetries: 0 },
    );
    w.signal('delivered', { after: pack });
  });
}

/** A console for the workflow `order`. */
export class OrderScene extends Scene {
  constructor(
    readonly workflows: Workflows,
    config: ConstructorParameters<typeof Scene>[1] = {},
  ) {
    super([], config, workflows);
  }

  static create(refund: () => void = () => undefined): OrderScene {
    return new OrderScene(createWorkflows({ definitions: [orderWorkflow(refund)] }));
  }

  /** Starts a run, which waits for the approval then. */
  async order(id: string, input: OrderInput = { items: ['tea', 'cup'] }): Promise<string> {
    await this.workflows.start('order', input, { id });
    await this.node.drain();
    return id;
  }

  /** Approves the run and runs what follows. */
  async pack(id: string): Promise<void> {
    await this.workflows.approve(id, 'check', { by: 'Ada' });
    await this.node.drain();
  }
}
