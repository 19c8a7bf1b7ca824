import { type Clock, type JsonValue, ResultInvalid } from '@scheduler/contracts';
import { toJsonValue } from '../../support/input/json-value.js';
import type { StepTelemetry } from '../../signals/telemetry/emit-durable-steps.js';
import type { NodeTracing } from '../../signals/tracing/node-tracing.js';
import { type DurableStep, readStep } from './read-step.js';
import { readMemory, type RememberedStep } from './step-memory.js';
import { StepRollbacks, type UndoEnd } from './step-rollbacks.js';
import type { Stop } from './attempt-services.js';

export interface DurableStepsParts {
  readonly clock: Clock;
  readonly tracing: Pick<NodeTracing, 'step'>;
  readonly telemetry: StepTelemetry;
  /** The checkpoint of an earlier attempt. */
  readonly checkpoint: JsonValue;
  /** How long each rollback may take. */
  readonly timeoutMs: number;
  /** Throws if the attempt has to stop. */
  readonly admit: () => void;
  /** Saves the finished steps beside the handler's own checkpoint. `added`: what the message of a refusal names. */
  readonly save: (steps: readonly RememberedStep[], added: string) => Promise<void>;
  /** Saves the steps that are left, after the attempt is over. Never rejects. */
  readonly saveLeft: (steps: readonly RememberedStep[]) => Promise<void>;
  readonly log: (message: string, error: unknown) => void;
}

/**
 * The steps of a handler. The result of each finished step is remembered in the checkpoint of the execution, so that a retry goes on after
 * the last one.
 */
export class DurableSteps {
  private readonly remembered: RememberedStep[];
  /** The steps that this attempt has called. */
  private readonly called = new Map<string, DurableStep>();
  private readonly running = new Set<Promise<unknown>>();
  private rollbacks: StepRollbacks | null = null;

  constructor(private readonly parts: DurableStepsParts) {
    this.remembered = [...readMemory(parts.checkpoint).steps];
  }

  /** Finished steps that were not undone, in the order in which they ended. */
  get finished(): readonly RememberedStep[] {
    return [...this.remembered];
  }

  get isUndoing(): boolean {
    return this.rollbacks !== null;
  }

  async call(name: unknown, run: unknown, options: unknown): Promise<unknown> {
    const step = readStep(name, run, options);
    if (this.called.has(step.name))
      throw new ResultInvalid({
        field: 'step name',
        value: name,
        problem: 'was used before in this attempt',
        accepted: 'a name of its own for each step, such as one with the number of its round in a loop',
      });
    this.parts.admit();
    this.called.set(step.name, step);
    const known = this.remembered.find(([one]) => one === step.name);
    if (known !== undefined) return known[1];
    const calling = this.run(step);
    // A rollback waits for what still runs.
    this.running.add(calling);
    try {
      return await calling;
    } finally {
      this.running.delete(calling);
    }
  }

  private async run(step: DurableStep): Promise<unknown> {
    const { telemetry } = this.parts;
    const ended = telemetry.started(step.name);
    let result: JsonValue | undefined;
    try {
      const given = await this.parts.tracing.step(step.name, async () => step.run());
      result = given === undefined ? undefined : toJsonValue(given, resultOf(step), ResultInvalid);
    } catch (error) {
      ended.failed(error);
      throw error;
    }
    // It is finished, whether that can be saved or not: what it did has to be undone if the execution fails.
    this.remembered.push(result === undefined ? [step.name] : [step.name, result]);
    ended.succeeded();
    await this.parts.save(this.finished, resultOf(step));
    return result;
  }

  /** Undoes the finished steps, the last one first. Never rejects. */
  async undo(): Promise<UndoEnd> {
    const { clock, timeoutMs, telemetry, log } = this.parts;
    this.rollbacks = new StepRollbacks({ clock, timeoutMs, telemetry, log });
    try {
      return await this.rollbacks.undo({
        running: () => Promise.allSettled(this.running),
        finished: () => this.finished,
        called: this.called,
        undone: (name) => this.forget(name),
      });
    } finally {
      this.rollbacks = null;
    }
  }

  /** A lost lease or a shutdown ends the rollbacks as well. Other stops are why they run. */
  stop({ end, error }: Stop): void {
    if (end.kind === 'lost' || end.kind === 'interrupted') this.rollbacks?.stop(end, error);
  }

  /** A later attempt has to call a step again that was undone. */
  private async forget(name: string): Promise<void> {
    const index = this.remembered.findIndex(([one]) => one === name);
    if (index >= 0) this.remembered.splice(index, 1);
    await this.parts.saveLeft(this.finished);
  }
}

function resultOf({ name }: DurableStep): string {
  return `the result of step '${name}'`;
}
