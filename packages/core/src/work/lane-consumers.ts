import type { Logger } from '@scheduler/contracts';
import type { ConsumeQueue, JobQueue, QueueConsumer } from '@scheduler/contracts/adapter';
import type { LaneBuffer } from './lane-buffer.js';

export interface LaneConsumersParts {
  readonly queue: JobQueue;
  readonly logger: Logger;
  readonly deliver: ConsumeQueue['deliver'];
}

/** The queue consumers of a worker, one for each lane. */
export class LaneConsumers {
  private readonly opened = new Map<LaneBuffer, QueueConsumer>();
  /** Changes are made one at a time, in the order of the calls. */
  private last: Promise<void> = Promise.resolve();

  constructor(private readonly parts: LaneConsumersParts) {}

  /** Opens or closes the consumer of a lane. If that fails, the next call repeats it; until then the store is polled. */
  async openOrClose(lane: LaneBuffer): Promise<void> {
    try {
      await this.next(() => this.change(lane));
    } catch (error) {
      this.parts.logger.error('consuming failed', { queue: lane.queue, error: String(error) });
    }
  }

  /** Sets how many deliveries the consumer may have at once. */
  resize(lane: LaneBuffer): void {
    this.opened.get(lane)?.resize?.(lane.deliveries);
  }

  closeAll(): Promise<void> {
    return this.next(async () => {
      await Promise.all([...this.opened.keys()].map((lane) => this.close(lane)));
    });
  }

  private async change(lane: LaneBuffer): Promise<void> {
    if (this.fits(lane)) return;
    await this.close(lane);
    if (!this.isWanted(lane)) return;
    const { queue, deliver } = this.parts;
    const consumer = await queue.consume({ queue: lane.queue, concurrency: lane.deliveries, deliver });
    this.opened.set(lane, consumer);
  }

  private fits(lane: LaneBuffer): boolean {
    return this.opened.has(lane) === this.isWanted(lane);
  }

  /** Signals cost nothing while a lane is paused, but messages would be taken in vain. */
  private isWanted({ isPaused }: LaneBuffer): boolean {
    return this.parts.queue.delivery === 'signal' || !isPaused;
  }

  private async close(lane: LaneBuffer): Promise<void> {
    const consumer = this.opened.get(lane);
    this.opened.delete(lane);
    await consumer?.close();
  }

  private next(change: () => Promise<void>): Promise<void> {
    const done = this.last.then(change);
    this.last = done.catch(() => undefined);
    return done;
  }
}
