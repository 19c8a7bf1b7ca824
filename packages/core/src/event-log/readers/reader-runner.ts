import { isSchedulerError, type Clock, type Logger, type Timer } from '@scheduler/contracts';
import type { EventLog, EventPage, StoreTime } from '@scheduler/contracts/adapter';
import { loggedFailures } from '../../support/logged-failures.js';
import { Loop } from '../../support/loop.js';
import type { LogChanges } from '../log-changes.js';
import { type EventReader, loggedNames } from './define-reader.js';
import { deliverEvents, type DeliveryParts } from './deliver-events.js';
import { deliverLetters } from './deliver-letters.js';
import { HoldLost, ReaderHold } from './reader-hold.js';

export interface RunnerParts {
  readonly reader: EventReader;
  readonly log: EventLog;
  readonly node: string;
  readonly clock: Clock;
  readonly storeTime: Pick<StoreTime, 'now'>;
  readonly logger: Logger;
  readonly changes: LogChanges;
  readonly pollIntervalMs: number;
  readonly leaseMs: number;
}

const AT_ONCE = 100;
/** Changes come in groups: one round reads what many of them have appended. */
const GATHER_MS = 20;
/** A position that only passes over events of others is written this often, so that it costs little. */
const SAVE_EVERY_MS = 10_000;
const AT_ONCE_AGAIN = 1;

/** Reads the log for one subscription or projection, where no other node does. */
export class ReaderRunner {
  private readonly loop: Loop;
  private readonly names: readonly string[];
  private stopping = new AbortController();
  private gathering: Timer | null = null;
  private leave: (() => void) | null = null;
  private hold: ReaderHold | null = null;
  /** How far this node has read beyond what the checkpoint of this revision says, without an event that it wants. */
  private passed: {
    readonly revision: number;
    readonly position: string | null;
    readonly sinceMs: number;
  } | null = null;

  constructor(private readonly parts: RunnerParts) {
    this.names = loggedNames(parts.reader.names);
    const activity = `reading the event log for ${parts.reader.name}`;
    this.loop = new Loop({
      clock: parts.clock,
      tick: () => this.tick(),
      ...loggedFailures({ ...parts, activity, message: 'reading the event log failed' }),
      retryMs: parts.pollIntervalMs,
    });
  }

  start(): void {
    this.stopping = new AbortController();
    this.leave = this.parts.changes.onChange(() => this.gather());
    this.loop.start();
  }

  /** The event that is being delivered is waited for; its signal is aborted. */
  async stop(): Promise<void> {
    this.leave?.();
    this.gathering?.cancel();
    this.gathering = null;
    this.stopping.abort(new Error('the node is stopping'));
    await this.loop.stop();
    await this.hold?.release();
    this.hold = null;
  }

  private gather(): void {
    this.gathering ??= this.parts.clock.setTimer({
      delayMs: GATHER_MS,
      callback: () => {
        this.gathering = null;
        this.loop.wake();
      },
    });
  }

  private async tick(): Promise<number> {
    const { pollIntervalMs, clock, leaseMs } = this.parts;
    const hold = await ReaderHold.take(this.parts, this.parts.reader);
    this.hold = hold;
    if (hold === null) return pollIntervalMs;
    const lost = new AbortController();
    const end = () => lost.abort(this.stopping.signal.reason);
    this.stopping.signal.addEventListener('abort', end, { once: true });
    const renewing = new Renewal(clock, leaseMs / 3, () => hold.update((place) => place), lost);
    try {
      return await this.read(hold, { ...this.parts, signal: lost.signal });
    } catch (error) {
      if (!(error instanceof HoldLost)) throw error;
      this.hold = null;
      return pollIntervalMs;
    } finally {
      renewing.stop();
      this.stopping.signal.removeEventListener('abort', end);
    }
  }

  private async read(hold: ReaderHold, delivery: DeliveryParts): Promise<number> {
    const { log, reader, storeTime, pollIntervalMs } = this.parts;
    if (hold.place.state.replay) await this.beginAgain(hold);
    await deliverLetters(delivery, hold, log);
    const { stopped, failing } = hold.place.state;
    if (stopped !== null) return pollIntervalMs;
    const waitMs = failing === null ? 0 : failing.retryAtMs - storeTime.now();
    if (waitMs > 0) return Math.min(waitMs, pollIntervalMs);
    const page = await this.nextPage(hold, reader);
    if (page === null) return pollIntervalMs;
    if (!(await deliverEvents(delivery, hold, page.events))) return AT_ONCE_AGAIN;
    await this.moveTo(hold, page);
    return page.atEnd ? pollIntervalMs : AT_ONCE_AGAIN;
  }

  /** Null: the events after the position were deleted, and the reader has stopped. */
  private async nextPage(hold: ReaderHold, reader: EventReader): Promise<EventPage | null> {
    const { log, logger, storeTime } = this.parts;
    const { position } = hold.place;
    const after = this.passed?.revision === hold.storedRevision ? this.passed.position : position;
    try {
      return await log.read({ tenant: null, names: this.names, after, limit: AT_ONCE });
    } catch (error) {
      if (!isSchedulerError(error) || error.code !== 'EVENTS_PRUNED') throw error;
      const { message } = error;
      logger.error('a reader of the event log has stopped', { reader: reader.name, error: message });
      const stopped = { position, error: message, atMs: storeTime.now() };
      await hold.update(({ state }) => ({ position, state: { ...state, stopped } }));
      return null;
    }
  }

  private async moveTo(hold: ReaderHold, { events, next }: EventPage): Promise<void> {
    const nowMs = this.parts.clock.monotonicMs();
    const revision = hold.storedRevision;
    const sinceMs = this.passed?.revision === revision ? this.passed.sinceMs : nowMs;
    const isDue = events.length > 0 || nowMs - sinceMs >= SAVE_EVERY_MS;
    const position = next ?? hold.place.position;
    if (isDue && position !== hold.place.position)
      await hold.update(({ state }) => ({ position, state: { ...state, failing: null } }));
    this.passed = { revision: hold.storedRevision, position, sinceMs: isDue ? nowMs : sinceMs };
  }

  private async beginAgain(hold: ReaderHold): Promise<void> {
    await this.parts.reader.reset();
    await hold.update(({ state }) => ({ position: null, state: { ...state, replay: false } }));
    this.passed = null;
  }
}

/** Renews the hold while a handler takes its time, and aborts when it is lost. */
class Renewal {
  private timer: Timer | null = null;
  private isOver = false;

  constructor(
    private readonly clock: Clock,
    private readonly everyMs: number,
    private readonly renew: () => Promise<void>,
    private readonly lost: AbortController,
  ) {
    this.wait();
  }

  stop(): void {
    this.isOver = true;
    this.timer?.cancel();
  }

  private wait(): void {
    this.timer = this.clock.setTimer({ delayMs: this.everyMs, callback: () => void this.renewOnce() });
  }

  private async renewOnce(): Promise<void> {
    try {
      await this.renew();
    } catch (error) {
      // A store that is away is asked again; the next write of the reader finds out what has become of the hold.
      if (error instanceof HoldLost) return this.lost.abort(error);
    }
    if (!this.isOver) this.wait();
  }
}
