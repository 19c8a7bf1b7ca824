import type { JsonValue } from '@scheduler/contracts';
import { failureOf, outcomeOf, type SimulatedProcess, type WorkflowScene } from '@scheduler/testing';
import type { StepContext } from '@scheduler/workflow';

/** What the work of a step needs to know. Functions that take this alone fit behind any edges. */
export type Surroundings = Pick<
  StepContext,
  'runId' | 'step' | 'executionId' | 'fence' | 'node' | 'signal' | 'input'
>;

/** What the functions of steps do in one process. All of it depends on the seed, the run and the attempt alone. */
export interface StepWork {
  /** Takes some time, and has an effect. `fails`: the share of attempts that throw before it. */
  run(context: Surroundings, how: { readonly lastsMs: number; readonly fails?: number }): Promise<JsonValue>;
  /** Undoes the effect of a step. */
  undo(context: Surroundings): Promise<void>;
  /** True with the given chance, and the same for every attempt of the run. */
  isLucky(context: Surroundings, share: number): boolean;
}

/** The effects that were undone. They belong to the resource, so that all processes share them. */
export type Undone = Set<string>;

export function stepWork(
  { dice, resource }: Pick<WorkflowScene, 'dice' | 'resource'>,
  process: SimulatedProcess,
  undone: Undone,
): StepWork {
  const roll = ({ runId, step, fence, ...context }: Surroundings, about: string) =>
    dice.roll(`${about} ${runId} ${step} ${indexOf(context)} ${fence}`);
  return {
    run: async (context, { lastsMs, fails = 0 }) => {
      await passing(process, context, lastsMs * roll(context, 'lasts'));
      if (roll(context, 'fails') < fails) throw new Error(failureOf(context));
      // What comes after the rollback of the same step is refused, as by a service that keeps its idempotency keys.
      const isRefused = undone.has(placeOf(context)) || !resource.act(context.executionId, context.fence);
      if (isRefused) throw new Error(failureOf(context));
      return outcomeOf(context);
    },
    undo: async (context) => {
      await passing(process, context, 60 * roll(context, 'lasts'));
      if (!resource.act(context.executionId, context.fence)) throw new Error(failureOf(context));
      undone.add(placeOf(context));
    },
    isLucky: ({ runId, step }, share) => dice.roll(`luck ${runId} ${step}`) < share,
  };
}

function indexOf(context: object): number | null {
  return (context as { readonly index?: number }).index ?? null;
}

function placeOf({ runId, step, ...context }: Surroundings): string {
  return `${runId} ${step} ${indexOf(context)}`;
}

/** Waits for a duration, and rejects when the signal is aborted. */
function passing(process: SimulatedProcess, { signal }: Surroundings, lastsMs: number): Promise<void> {
  return new Promise((resolve, reject) => {
    const cancel = process.post(lastsMs, resolve);
    signal.addEventListener('abort', () => {
      cancel();
      reject(signal.reason as Error);
    });
  });
}
