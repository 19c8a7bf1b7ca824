import { EventFold, type EventLog } from '@scheduler/contracts/adapter';
import { upcast } from '../schemas/upcast.js';
import { hasEvent, type Partition } from './partition.js';

const AT_ONCE = 1_000;

/** The rows that the log explains, as far as it has been read. */
export class LogFold {
  readonly rows = new EventFold();
  /** When the first event happened. Null: there is none. */
  beganAt: Date | null = null;
  /** How many events were read, those of other parts among them. */
  events = 0;
  private position: string | null = null;

  constructor(
    private readonly log: Pick<EventLog, 'read'>,
    private readonly partition: Partition = { index: 0, count: 1 },
  ) {}

  /** Reads to the end of the log, from where it was left. */
  async catchUp(onProgress: (events: number) => void = () => undefined): Promise<void> {
    for (;;) {
      const page = await this.log.read({ tenant: null, after: this.position, limit: AT_ONCE });
      for (const event of page.events) {
        if (this.beganAt === null || event.at < this.beganAt) this.beganAt = event.at;
        if (hasEvent(this.partition, event)) this.rows.apply(upcast(event));
      }
      this.events += page.events.length;
      this.position = page.next ?? this.position;
      onProgress(this.events);
      if (page.atEnd) return;
    }
  }
}
