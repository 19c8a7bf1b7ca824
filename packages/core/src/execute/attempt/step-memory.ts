import { type JsonValue, ResultInvalid } from '@scheduler/contracts';
import { MAX_JSON_BYTES } from '../../support/input/json-value.js';

/** A finished step: its name and its result. Without a result: its function returned nothing. */
export type RememberedStep = readonly [name: string, result?: JsonValue];

/** What the checkpoint of an execution holds: the finished steps in the order in which they ended, and what the handler saved itself. */
export interface StepMemory {
  readonly steps: readonly RememberedStep[];
  readonly own: JsonValue;
}

/** The member of a checkpoint that holds the steps. A checkpoint without it is the handler's own. */
const STEPS = 'scheduler:steps';

export function readMemory(checkpoint: JsonValue): StepMemory {
  const steps = hasSteps(checkpoint) ? checkpoint[STEPS] : undefined;
  if (!hasSteps(checkpoint) || !Array.isArray(steps)) return { steps: [], own: checkpoint };
  return {
    steps: (steps as readonly unknown[]).filter(isRemembered),
    own: checkpoint['checkpoint'] ?? null,
  };
}

/** The checkpoint to store. Throws ResultInvalid, with the name of what was added last, where it is too big. */
export function writeMemory({ steps, own }: StepMemory, added: string): JsonValue {
  if (hasSteps(own))
    throw new ResultInvalid({
      field: 'checkpoint',
      value: undefined,
      problem: `has the member '${STEPS}', in which the steps of the handler are stored`,
      accepted: 'another name',
    });
  if (steps.length === 0) return own;
  const checkpoint: JsonValue = { [STEPS]: steps as unknown as JsonValue, checkpoint: own };
  const bytes = Buffer.byteLength(JSON.stringify(checkpoint));
  if (bytes > MAX_JSON_BYTES)
    throw new ResultInvalid({
      field: added,
      value: undefined,
      problem: `makes the checkpoint with all results of steps too big (${bytes} bytes)`,
      accepted: `at most ${MAX_JSON_BYTES} bytes in all: keep what is big elsewhere, and let steps return where it is`,
    });
  return checkpoint;
}

function hasSteps(checkpoint: JsonValue): checkpoint is { readonly [name: string]: JsonValue } {
  return typeof checkpoint === 'object' && checkpoint !== null && Object.hasOwn(checkpoint, STEPS);
}

function isRemembered(step: unknown): step is RememberedStep {
  return Array.isArray(step) && typeof step[0] === 'string';
}
