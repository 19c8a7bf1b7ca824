import { ConsoleError } from '../output/console-error.js';
import type { EndReason } from './messages.js';
import { type PlaceListener, ProcessPlace } from './process-place.js';
import type { ProcessReports } from './process-reports.js';
import { cannotStart } from './restart-policy.js';
import { megabytes } from './supervision.js';
import type { Launch } from './worker-process.js';

export interface SupervisorOptions {
  readonly processes: number;
  readonly maxRss: number | null;
  /** How long a process may take to end. */
  readonly graceMs: number;
  /** Whether processes end by themselves when their work or their time is over. */
  readonly mayEnd: boolean;
  readonly launch: Omit<Launch, 'onLine'>;
  readonly reports: ProcessReports;
}

/** Keeps a number of processes at work: starts again those that die, and replaces them one after the other. */
export class Supervisor implements PlaceListener {
  readonly places: readonly ProcessPlace[];
  isStopping = false;
  private failure: ConsoleError | null = null;
  /** Replacements, one after the other, so that at most one process more than usual is there. */
  private replacements: Promise<unknown> = Promise.resolve();
  private readonly queued = new Set<ProcessPlace>();
  private isRolling = false;

  constructor(private readonly options: SupervisorOptions) {
    this.places = Array.from(
      { length: options.processes },
      (_, index) => new ProcessPlace({ ...options, number: index + 1, listener: this }),
    );
  }

  /** Resolves when all processes have ended, as they were asked to. Throws when they cannot start. */
  async run(): Promise<void> {
    await Promise.all(this.places.map((place) => place.keep()));
    if (this.failure !== null) throw this.failure;
  }

  /** Ends all processes gracefully. */
  stop(reason: EndReason): void {
    this.isStopping = true;
    for (const place of this.places) place.stop(reason);
  }

  /** Ends all processes at once. */
  kill(): void {
    this.isStopping = true;
    for (const place of this.places) place.kill();
  }

  /** Replaces the processes, each when the one before it has been replaced. Work goes on. */
  roll(): void {
    if (this.isRolling || this.isStopping) return;
    this.isRolling = true;
    this.replacements = this.replacements.then(() => this.rollNow()).finally(() => (this.isRolling = false));
  }

  private async rollNow(): Promise<void> {
    const { reports } = this.options;
    reports.report({
      event: 'processes.rolling',
      text: 'rolling restart: the processes are replaced one after the other',
    });
    for (const place of this.places) {
      if (this.isStopping) return;
      if (await place.replace('rolling restart')) continue;
      const text = `rolling restart given up: the process that was to replace process ${place.number} does not start; the others go on as they are`;
      return reports.report({
        event: 'processes.roll-failed',
        text,
        level: 'warning',
        fields: { process: place.number },
      });
    }
    if (!this.isStopping)
      reports.report({ event: 'processes.rolled', text: 'rolling restart: every process was replaced' });
  }

  onTooLarge(place: ProcessPlace): void {
    if (this.queued.has(place) || this.isStopping) return;
    this.queued.add(place);
    const { maxRss } = this.options;
    const reason = `it has ${megabytes(place.current?.rss ?? 0)}, more than --max-rss ${megabytes(maxRss ?? 0)}`;
    this.replacements = this.replacements
      .then(() => place.replace(reason))
      .finally(() => this.queued.delete(place));
  }

  onStartedTooLarge(place: ProcessPlace, rss: number): void {
    const { maxRss } = this.options;
    this.giveUp(
      'MAX_RSS_TOO_SMALL',
      `process ${place.number} has ${megabytes(rss)} when it has only just started, more than --max-rss ${megabytes(maxRss ?? 0)}, so that it would be replaced again and again; accepted: well above ${megabytes(rss)}`,
    );
  }

  onFailedStart(failed: ProcessPlace): void {
    const othersWork = this.places.some((place) => place !== failed && place.works);
    if (!cannotStart(failed.history, othersWork)) return;
    this.giveUp(
      'PROCESSES_CANNOT_START',
      `process ${failed.number} ended ${failed.history.failedStarts} times in a row before it worked, and no other one works; what it printed says why, and \`schedule:work\` without --processes shows it alone`,
    );
  }

  private giveUp(code: 'MAX_RSS_TOO_SMALL' | 'PROCESSES_CANNOT_START', message: string): void {
    if (this.isStopping) return;
    this.failure = new ConsoleError(code, message);
    this.stop('the supervisor gives up');
  }
}
