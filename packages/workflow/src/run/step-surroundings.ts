import {
  type JobContext,
  type JsonObject,
  type JsonValue,
  WorkflowInvalid,
  type WorkflowGraphStep,
  type WorkflowRun,
} from '@scheduler/contracts';
import { isPlainObject } from '@scheduler/contracts/adapter';
import type { StepContext, StepOutputs } from '../declare/step-context.js';
import type { StepRef } from '../declare/step-handle.js';
import { checkedOutput } from './check-output.js';
import type { OutputsByStep } from './read-outputs.js';

export interface SurroundingsParts {
  readonly run: WorkflowRun;
  readonly step: WorkflowGraphStep;
  readonly input: unknown;
  readonly outputs: OutputsByStep;
  readonly attempt: JobContext;
  readonly outputLimit: number;
}

/** What the functions of a step are called with. `more` is what only some of them get, such as the item of a map. */
export function surroundingsOf(parts: SurroundingsParts, more: object | null = null): StepContext {
  const { run, step, input, attempt, outputs, outputLimit } = parts;
  const rule = { workflow: run.name, step: step.name, limit: outputLimit };
  const context: StepContext = {
    input,
    outputs: outputsFunction(parts),
    get context() {
      return flatContext(run.input, outputs);
    },
    workflow: run.name,
    runId: run.id,
    step: step.name,
    attributes: run.attributes,
    tenant: run.tenant,
    executionId: attempt.executionId,
    attempt: attempt.attempt,
    maxAttempts: attempt.maxAttempts,
    fence: attempt.fence,
    idempotencyKey: attempt.idempotencyKey,
    node: attempt.node,
    get signal() {
      return attempt.signal;
    },
    get log() {
      return attempt.log;
    },
    get lastCheckpoint() {
      return attempt.lastCheckpoint;
    },
    now: () => attempt.now(),
    progress: (done, total) => attempt.progress(done, total),
    checkpoint: (value) => attempt.checkpoint(value),
    completeIn: async (transaction, output = null) =>
      attempt.completeIn(transaction, checkedOutput(output, rule)),
  };
  return more === null ? context : Object.assign(context, more);
}

function outputsFunction({ run, step, outputs }: SurroundingsParts): StepOutputs {
  const before = [...step.after, ...step.afterAny];
  return (ref: StepRef): never => {
    const name = typeof ref === 'string' ? ref : ref?.name;
    if (before.includes(name)) return outputs.get(name) as never;
    throw new WorkflowInvalid({
      field: `outputs in step ${step.name} of workflow ${run.name}`,
      value: name,
      problem: 'is not a step that this one comes after',
      accepted: before.length === 0 ? 'none: the step comes after no other' : before.join(', '),
    });
  };
}

/** Merged in the order of the graph, never in the order in which steps ended, so that it is the same in every attempt. */
function flatContext(input: JsonValue, outputs: OutputsByStep): JsonObject {
  const context: Record<string, JsonValue> = { ...(isPlainObject(input) ? (input as JsonObject) : {}) };
  for (const [name, output] of outputs) {
    if (isPlainObject(output)) Object.assign(context, output);
    else context[name] = output;
  }
  return context;
}
