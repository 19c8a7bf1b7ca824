import type { ConsumeQueue, JobQueue, QueueConsumer } from '@scheduler/contracts';
import type { LaneBuffer } from './lane-buffer.js';

interface Opened {
  readonly consumer: QueueConsumer;
  readonly concurrency: number;
}

/** The consumers of a worker, one for each lane. */
export class LaneConsumers {
  private readonly opened = new Map<LaneBuffer, Opened>();
  /** One change at a time, in the order in which they were asked for. */
  private last: Promise<void> = Promise.resolve();

  constructor(
    private readonly queue: JobQueue,
    private readonly deliver: ConsumeQueue['deliver'],
  ) {}

  /** Opens, closes or renews the consumer of a lane that does not fit it any more. */
  fit(lane: LaneBuffer): Promise<void> {
    return this.next(async () => {
      if (this.fits(lane)) return;
      await this.close(lane);
      const { queue, concurrency } = lane;
      if (this.wanted(lane) === null) return;
      const consumer = await this.queue.consume({ queue, concurrency, deliver: this.deliver });
      this.opened.set(lane, { consumer, concurrency });
    });
  }

  closeAll(): Promise<void> {
    return this.next(async () => {
      await Promise.all([...this.opened.keys()].map((lane) => this.close(lane)));
    });
  }

  /** A signal costs nothing on a paused lane. A message would be taken for nothing, and the queue has to know how many to deliver at once. */
  private fits(lane: LaneBuffer): boolean {
    const opened = this.opened.get(lane);
    if (this.queue.delivery === 'signal') return opened !== undefined;
    return (opened?.concurrency ?? null) === this.wanted(lane);
  }

  private wanted({ isPaused, concurrency }: LaneBuffer): number | null {
    return this.queue.delivery === 'message' && isPaused ? null : concurrency;
  }

  private async close(lane: LaneBuffer): Promise<void> {
    const opened = this.opened.get(lane);
    this.opened.delete(lane);
    await opened?.consumer.close();
  }

  private next(change: () => Promise<void>): Promise<void> {
    const done = this.last.then(change);
    this.last = done.catch(() => undefined);
    return done;
  }
}
