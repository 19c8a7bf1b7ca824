import { setTimeout as sleep } from 'node:timers/promises';
import type { EndReason } from './messages.js';
import type { ProcessReports } from './process-reports.js';
import { afterEnd, NO_FAILURES, restartDelay, type RestartHistory } from './restart-policy.js';
import { type Launch, type ProcessEnd, WorkerProcess } from './worker-process.js';

/** A process that has not said by then that it works does not start. */
const START_WITHIN_MS = 120_000;

export interface PlaceOptions {
  readonly number: number;
  readonly launch: Omit<Launch, 'onLine'>;
  readonly reports: ProcessReports;
  /** How long a process may take to end. */
  readonly graceMs: number;
  /** Whether an end with 0 is what was asked for, and not to be made up for. */
  readonly mayEnd: boolean;
  /** A process above it is replaced. Null: none is. */
  readonly maxRss: number | null;
  readonly listener: PlaceListener;
}

export interface PlaceListener {
  /** A process has more memory than it may have. */
  onTooLarge(place: ProcessPlace): void;
  /** A process has more memory than it may have, although it has only just started. */
  onStartedTooLarge(place: ProcessPlace, rss: number): void;
  /** A process has ended before it worked, which may be one time too many. */
  onFailedStart(place: ProcessPlace): void;
}

/** A place that is kept filled: by one process, and while that is replaced by two. */
export class ProcessPlace {
  current: WorkerProcess | null = null;
  /** How often its process was started again, for whatever reason. */
  restarts = 0;
  history: RestartHistory = NO_FAILURES;
  private readonly living = new Set<WorkerProcess>();
  private readonly ending = new AbortController();

  constructor(private readonly options: PlaceOptions) {}

  get number(): number {
    return this.options.number;
  }

  get works(): boolean {
    return this.current !== null && this.current.node !== null && !this.current.isStopping;
  }

  private get isEnding(): boolean {
    return this.ending.signal.aborted;
  }

  /** Keeps the place filled. Resolves when it is to be empty: it was stopped, or its process has ended as it was asked to. */
  async keep(): Promise<void> {
    while (!this.isEnding) {
      this.current ??= this.launch();
      const worker = this.current;
      const end = await worker.ended;
      // It was replaced by another one, which fills the place.
      if (this.current !== worker) continue;
      this.current = null;
      if (this.isEnding || (this.options.mayEnd && end.code === 0)) return this.gone();
      await this.afterFailure(end);
    }
    return this.gone();
  }

  /** Starts another process, and ends the present one when the other works. False: the other does not start, and the present one goes on. */
  async replace(reason: string): Promise<boolean> {
    if (this.current === null || this.isEnding) return true;
    const next = this.launch();
    if (!(await next.working)) {
      await next.ended;
      return this.isEnding;
    }
    // It may be another one than before: a process can die while its successor starts.
    const old = this.current;
    this.current = next;
    this.restarts += 1;
    const { number } = this;
    const fields = { process: number, pid: next.pid, node: next.node, replaced: old?.pid ?? null, reason };
    this.say({ event: 'process.replaced', text: `is replaced by pid ${next.pid}: ${reason}`, fields });
    await old?.stop('replaced', this.options.graceMs);
    return true;
  }

  stop(reason: EndReason): void {
    this.ending.abort();
    for (const worker of this.living) void worker.stop(reason, this.options.graceMs);
  }

  kill(): void {
    for (const worker of this.living) worker.kill();
  }

  private launch(): WorkerProcess {
    const { launch, reports, number } = this.options;
    const worker = new WorkerProcess({
      ...launch,
      onLine: (line, stream) => reports.pass(number, line, stream),
    });
    this.living.add(worker);
    void worker.ended.then(() => this.living.delete(worker));
    const tooSlow = setTimeout(() => worker.kill(), START_WITHIN_MS);
    void worker.working.then((works) => {
      clearTimeout(tooSlow);
      if (works) this.onWorking(worker);
    });
    worker.onMemory = () => {
      if (this.isTooLarge(worker) && worker === this.current) this.options.listener.onTooLarge(this);
    };
    return worker;
  }

  private onWorking(worker: WorkerProcess): void {
    const { pid, node, rss } = worker;
    const fields = { process: this.number, pid, node, rss };
    this.say({ event: 'process.working', text: `works as node ${node} (pid ${pid})`, fields });
    if (this.isTooLarge(worker)) this.options.listener.onStartedTooLarge(this, rss ?? 0);
  }

  private isTooLarge({ rss }: WorkerProcess): boolean {
    const { maxRss } = this.options;
    return maxRss !== null && rss !== null && rss > maxRss;
  }

  private async afterFailure(end: ProcessEnd): Promise<void> {
    this.history = afterEnd(this.history, end.workedMs);
    this.restarts += 1;
    const delay = restartDelay(this.history);
    const how = end.signal === null ? `with ${end.code ?? 'no exit code'}` : `by ${end.signal}`;
    const before = end.workedMs === null ? ' before it worked' : '';
    const { number } = this;
    this.say({
      event: 'process.ended',
      text: `ended ${how}${before}, and is started again in ${delay} ms`,
      level: 'warning',
      fields: { process: number, code: end.code, signal: end.signal, worked: end.workedMs !== null, delay },
    });
    if (end.workedMs === null) this.options.listener.onFailedStart(this);
    await sleep(delay, undefined, { signal: this.ending.signal }).catch(() => undefined);
  }

  /** Resolves when no process of the place is left. */
  private async gone(): Promise<void> {
    this.ending.abort();
    await Promise.all([...this.living].map((worker) => worker.ended));
  }

  private say(report: Parameters<ProcessReports['report']>[0]): void {
    this.options.reports.report({ ...report, text: `process ${this.number} ${report.text}` });
  }
}
