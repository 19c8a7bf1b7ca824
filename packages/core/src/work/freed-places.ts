import type { Clock, Execution, Logger, QueueSettings, Timer } from '@scheduler/contracts';
import { jobConcurrencyLimit, type JobQueue } from '@scheduler/contracts/adapter';
import { signalQueues } from '../signals/announce.js';
import type { LaneBuffer } from './lane-buffer.js';

export interface FreedPlacesParts {
  readonly queue: Pick<JobQueue, 'signal'>;
  readonly clock: Pick<Clock, 'setTimer'>;
  readonly logger: Logger;
  readonly lanes: readonly LaneBuffer[];
  /** False: this node claims nothing. */
  readonly isAccepting: () => boolean;
  /** Asks the store for these lanes. */
  readonly look: (lanes: readonly LaneBuffer[]) => void;
  /** Keeps the node open until the signal is sent. */
  readonly track: (sent: Promise<void>) => void;
}

/** The shortest time between two signals to other nodes about one queue. */
const SIGNAL_EVERY_MS = 50;

interface Told {
  /** Whether they have to be told again. */
  again: boolean;
  pause: Timer | null;
}

/** Whether an execution runs under a limit of its job or its concurrency key, so that others may have to wait for it. */
export function isLimited(execution: Execution): boolean {
  return execution.concurrencyKey !== null || jobConcurrencyLimit(execution) !== Infinity;
}

/**
 * Starts what waited for a limit as soon as an execution under that limit has ended: here if a lane has capacity for it, on another node
 * otherwise. Claims pass over what waits for a limit, and nothing else says that it can be claimed.
 */
export class FreedPlaces {
  private globalLimits: ReadonlyMap<string, number> = new Map();
  /** The queues that others are being told about, or were a moment ago. */
  private readonly told = new Map<string, Told>();

  constructor(private readonly parts: FreedPlacesParts) {}

  /** Learns which queues have a limit over all nodes. Returns whether any limit has changed. */
  setLimits(settings: readonly QueueSettings[]): boolean {
    const before = this.globalLimits;
    this.globalLimits = new Map(
      settings.flatMap(({ queue, globalLimit }) => (globalLimit === null ? [] : [[queue, globalLimit]])),
    );
    const queues = new Set([...before.keys(), ...this.globalLimits.keys()]);
    return [...queues].some((queue) => before.get(queue) !== this.globalLimits.get(queue));
  }

  /** An execution does not run any more. It costs nothing for work without limits. */
  freed(execution: Execution): void {
    const { queue, concurrencyKey } = execution;
    if (!isLimited(execution) && !this.globalLimits.has(queue)) return;
    const { lanes, isAccepting, look } = this.parts;
    // Executions with the same key may wait in any queue.
    const able = isAccepting()
      ? lanes.filter((lane) => lane.capacity > 0 && (concurrencyKey !== null || lane.queue === queue))
      : [];
    if (able.length > 0) look(able);
    if (!able.some((lane) => lane.queue === queue)) this.tellOthers(queue);
  }

  /** This node claims nothing from now on, so that others are told at once. */
  stop(): void {
    for (const [queue, told] of [...this.told]) {
      if (told.pause === null) continue;
      told.pause.cancel();
      this.goOn(queue, told);
    }
  }

  /** One signal at a time for each queue. While this node claims there is a pause after it, so that others are not woken for each execution. */
  private tellOthers(queue: string): void {
    const last = this.told.get(queue);
    if (last !== undefined) {
      last.again = true;
      return;
    }
    const told: Told = { again: false, pause: null };
    this.told.set(queue, told);
    const sent = signalQueues(this.parts, [queue]).then(() => this.pause(queue, told));
    this.parts.track(sent);
  }

  private pause(queue: string, told: Told): void {
    const { clock, isAccepting } = this.parts;
    const callback = () => this.goOn(queue, told);
    if (isAccepting()) told.pause = clock.setTimer({ delayMs: SIGNAL_EVERY_MS, callback });
    else callback();
  }

  private goOn(queue: string, told: Told): void {
    this.told.delete(queue);
    if (told.again) this.tellOthers(queue);
  }
}
