import type { Clock, Execution, StepMessage } from '@scheduler/contracts';
import type { Redact } from '../../support/redaction/redact.js';
import { telemetry } from './telemetry.js';

/** Called when something that was started has ended. */
export interface StepTelemetryEnd {
  succeeded(): void;
  failed(error: unknown): void;
}

/** Emits what happens to the steps of a durable function, on the channels of the steps of workflows. */
export class StepTelemetry {
  constructor(
    private readonly execution: Pick<Execution, 'id' | 'type' | 'tenant'>,
    private readonly clock: Pick<Clock, 'monotonicMs'>,
    private readonly redact: Redact,
  ) {}

  started(step: string): StepTelemetryEnd {
    const message = this.messageOf(step);
    const durationMs = this.stopwatch();
    telemetry.emit('scheduler:workflow:step:start', () => message);
    return {
      succeeded: () =>
        telemetry.emit('scheduler:workflow:step:stop', () => ({
          ...message,
          outcome: 'succeeded',
          durationMs: durationMs(),
        })),
      failed: (error) =>
        telemetry.emit('scheduler:workflow:step:exception', () => ({
          ...message,
          error: this.textOf(error),
          verdict: null,
          durationMs: durationMs(),
        })),
    };
  }

  rollbackStarted(step: string): StepTelemetryEnd {
    const message = this.messageOf(step);
    const durationMs = this.stopwatch();
    telemetry.emit('scheduler:workflow:rollback:start', () => message);
    return {
      succeeded: () =>
        telemetry.emit('scheduler:workflow:rollback:stop', () => ({ ...message, durationMs: durationMs() })),
      failed: (error) =>
        telemetry.emit('scheduler:workflow:rollback:exception', () => ({
          ...message,
          error: this.textOf(error),
          durationMs: durationMs(),
        })),
    };
  }

  private stopwatch(): () => number {
    const sinceMs = this.clock.monotonicMs();
    return () => this.clock.monotonicMs() - sinceMs;
  }

  private textOf(error: unknown): string {
    return this.redact(error instanceof Error ? error.message : String(error));
  }

  private messageOf(step: string): StepMessage {
    const { id, type, tenant } = this.execution;
    return { runId: id, rootId: id, workflow: type, tenant, step, executionId: id };
  }
}
