import type { DurationInput } from '@scheduler/contracts';
import type { Delivery, DispatchNote, JobQueue, QueueConsumer } from '@scheduler/contracts/adapter';
import { nextId } from '../kit/builders.js';
import type { QueueHarness } from '../kit/harness.js';

interface Consuming {
  readonly queue?: string;
  readonly concurrency?: number;
  /** Answers what it had no room for. */
  readonly deliver?: (delivery: Delivery) => Promise<readonly string[] | void>;
}

/** A queue with consumers that are closed at the end of the test. */
export class QueueScene {
  readonly queue: JobQueue;
  private readonly consumers: QueueConsumer[] = [];

  constructor(private readonly harness: QueueHarness) {
    this.queue = harness.queue;
  }

  async advance(duration: DurationInput): Promise<void> {
    await this.harness.clock.advance(duration);
  }

  note(props: Partial<DispatchNote> = {}): DispatchNote {
    return {
      executionId: nextId(),
      queue: 'default',
      priority: 5,
      // Long over by every clock.
      availableAt: new Date('2020-01-01T00:00:00Z'),
      fence: 0,
      ...props,
    };
  }

  async dispatch(...notes: readonly DispatchNote[]): Promise<void> {
    await this.queue.dispatch({ notes });
  }

  /** Consumes, and lists what was delivered. */
  async consume({ queue = 'default', concurrency = 10, deliver }: Consuming = {}) {
    const deliveries: Delivery[] = [];
    const consumer = await this.queue.consume({
      queue,
      concurrency,
      deliver: async (delivery) => {
        deliveries.push(delivery);
        return (await deliver?.(delivery)) ?? [];
      },
    });
    this.consumers.push(consumer);
    return { deliveries, consumer };
  }

  /** Whether deliveries announce a note: by its name, or by a signal for its queue. */
  announces(deliveries: readonly Delivery[], { executionId, queue }: DispatchNote): boolean {
    const isMessage = this.queue.delivery === 'message';
    return deliveries.some(
      (delivery) =>
        delivery.queue === queue &&
        (isMessage ? delivery.executionIds.includes(executionId) : delivery.executionIds.length === 0),
    );
  }

  async closeConsumers(): Promise<void> {
    await Promise.all(this.consumers.map((consumer) => consumer.close()));
  }
}

/** A door that a delivery waits at until it is opened. */
export function gate() {
  let open: () => void = () => undefined;
  const opened = new Promise<void>((resolve) => (open = resolve));
  return { opened, open: () => open() };
}
