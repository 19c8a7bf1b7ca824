import { setTimeout as delay } from 'node:timers/promises';
import { JobResult } from '@scheduler/contracts';
import { failureOf, outcomeOf } from '@scheduler/testing';
import { drawn } from '../workload/draw.mjs';

const LONGEST_MS = 20;

/**
 * What the functions of steps do: they take a moment, and have one effect at the witness. The witness keeps one effect for each execution, refuses
 * a lower fence, and refuses a step that has been undone, as a service does that keeps idempotency keys.
 *
 * - `run(context, { fails, isHopeless })`: `fails` is the number of first attempts that fail; a hopeless step fails for good, in about half of
 *   the attempts after its effect, so that only its rollback knows how far it came
 * - `undo(context)`: the rollback
 */
export function createStepWork({ witness, seed }) {
  const randomOf = (context) => drawn(seed, placeOf(context), context.fence);
  const act = async (context, phase) => {
    const { executionId, fence } = context;
    const isTaken = await witness.effect({ executionId, fence, place: placeOf(context), phase });
    if (!isTaken) throw new Error('the resource refused the effect');
  };
  return {
    async run(context, { fails = 0, isHopeless = false } = {}) {
      const random = randomOf(context);
      await passing(context, random);
      if (context.attempt <= fails) throw new Error(failureOf(context));
      if (!isHopeless || random.next() < 0.5) await act(context, 'run');
      if (isHopeless) return JobResult.failure({ error: new Error(failureOf(context)), retry: false });
      return outcomeOf(context);
    },
    async undo(context) {
      await passing(context, randomOf(context));
      await act(context, 'undo');
    },
  };
}

/** Where a step stands: equal for the step and its rollback, whichever execution carries them out. */
export function placeOf({ runId, step, index = null }) {
  return JSON.stringify([runId, step, index]);
}

/** Waits for a moment. About every second attempt ignores its signal. */
async function passing({ signal }, random) {
  const ignores = random.next() < 0.5;
  await delay(random.next() * LONGEST_MS, undefined, ignores ? {} : { signal });
}
