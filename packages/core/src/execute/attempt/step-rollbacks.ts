import type { Clock } from '@scheduler/contracts';
import type { AttemptEnd } from '../../policies/failures/attempt-end.js';
import type { StepTelemetry } from '../../signals/telemetry/emit-durable-steps.js';
import type { DurableStep } from './read-step.js';
import type { RememberedStep } from './step-memory.js';

export interface StepRollbacksParts {
  readonly clock: Clock;
  /** How long each rollback may take. */
  readonly timeoutMs: number;
  readonly telemetry: StepTelemetry;
  readonly log: (message: string, error: unknown) => void;
}

export interface StepsToUndo {
  /** Resolves when no step runs any more. */
  readonly running: () => Promise<unknown>;
  /** In the order in which they ended. */
  readonly finished: () => readonly RememberedStep[];
  /** The steps that the attempt has called, with their rollbacks. */
  readonly called: ReadonlyMap<string, DurableStep>;
  readonly undone: (name: string) => Promise<void>;
}

/** A stop that ends rollbacks before they are through. */
export type UndoStop = Extract<AttemptEnd, { readonly kind: 'lost' | 'interrupted' }>;

export interface UndoEnd {
  /** What could not be undone, in words. */
  readonly problems: readonly string[];
  /** Null: it went to its end. */
  readonly stop: UndoStop | null;
}

/** Undoes the finished steps of an attempt, one after the other, while its lease is held. */
export class StepRollbacks {
  private readonly controller = new AbortController();
  private stopped: UndoStop | null = null;

  constructor(private readonly parts: StepRollbacksParts) {}

  stop(end: UndoStop, error: Error): void {
    this.stopped ??= end;
    this.controller.abort(error);
  }

  async undo({ running, finished, called, undone }: StepsToUndo): Promise<UndoEnd> {
    const problems: string[] = [];
    // A step that still runs may succeed, and has to be undone then. One that ignores its signal is not waited for without end.
    await this.inTime(running).catch(() => undefined);
    for (const [name, output] of [...finished()].reverse()) {
      if (this.isStopped()) break;
      const step = called.get(name);
      if (step === undefined)
        problems.push(`step '${name}' was not undone, because the last attempt did not come to it`);
      if (typeof step?.rollback !== 'function') continue;
      const problem = await this.rollBack(step, output);
      if (problem === null) await undone(name);
      else if (!this.isStopped()) problems.push(problem);
    }
    return { problems, stop: this.stopped };
  }

  private isStopped(): boolean {
    return this.stopped !== null;
  }

  /** Null: it is undone. */
  private async rollBack({ name, rollback }: DurableStep, output: unknown): Promise<string | null> {
    const { telemetry, log } = this.parts;
    const ended = telemetry.rollbackStarted(name);
    try {
      await this.inTime((signal) => rollback?.({ name, output, signal }));
      ended.succeeded();
      return null;
    } catch (error) {
      ended.failed(error);
      log(`the rollback of step '${name}' failed`, error);
      return `the rollback of step '${name}' failed: ${messageOf(error)}`;
    }
  }

  /** Rejects when the work has taken too long, or when it has to stop. Work that ignores its signal goes on. */
  private inTime(work: (signal: AbortSignal) => unknown): Promise<unknown> {
    const { clock, timeoutMs } = this.parts;
    const own = new AbortController();
    return new Promise((resolve, reject) => {
      const end = (error: Error) => {
        own.abort(error);
        reject(error);
      };
      const stopped = () => end(this.controller.signal.reason as Error);
      if (this.controller.signal.aborted) return stopped();
      const timer = clock.setTimer({
        delayMs: timeoutMs,
        callback: () => end(new Error(`it took longer than ${timeoutMs} ms`)),
      });
      this.controller.signal.addEventListener('abort', stopped);
      void Promise.resolve()
        .then(() => work(own.signal))
        .then(resolve, reject)
        .finally(() => {
          timer.cancel();
          this.controller.signal.removeEventListener('abort', stopped);
        });
    });
  }
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
