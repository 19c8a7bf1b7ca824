import {
  defineHandler,
  type HandledJob,
  type JobContext,
  type JobHandler,
  JobResult,
} from '@scheduler/contracts';
import { failureOf, outcomeOf } from '../../promises/evidence.js';
import type { Dice } from '../world/dice.js';
import type { SimulatedProcess } from '../world/simulated-process.js';
import type { FencedResource } from './fenced-resource.js';
import { stepOf, type Witness } from './witness.js';

export interface HandlerScene {
  readonly process: SimulatedProcess;
  readonly dice: Dice;
  readonly witness: Witness;
  readonly resource: FencedResource;
}

/** The job types of the workload. */
export const WORK = {
  /** Takes at most 40 ms. */
  quick: 'sim_quick',
  /** Takes long, sometimes longer than a lease. */
  slow: 'sim_slow',
  /** Fails in about half of its attempts. */
  flaky: 'sim_flaky',
  /** Snoozes at its first attempt. */
  snoozing: 'sim_snoozing',
  /** Ignores its signal and goes on after its timeout. */
  stubborn: 'sim_stubborn',
  /** Saves its steps and continues after the last saved one. */
  stepping: 'sim_stepping',
  /** Always kills its process. */
  poison: 'sim_poison',
} as const;

const STEPS = 4;

type Behaviour = (job: HandledJob, context: JobContext, scene: HandlerScene) => Promise<JobResult>;

/** The handlers of one process. */
export function workloadHandlers(scene: HandlerScene): readonly JobHandler[] {
  return Object.entries(BEHAVIOURS).map(([type, behave]) =>
    defineHandler({
      type,
      handle: (job, context) => {
        scene.witness.started(job, context);
        return behave(job, context, scene);
      },
    }),
  );
}

const BEHAVIOURS: Readonly<Record<string, Behaviour>> = {
  [WORK.quick]: async (job, context, scene) => {
    await work(scene, context, 40 * chance(scene, job, context));
    return act(scene, context);
  },
  [WORK.slow]: async (job, context, scene) => {
    await work(scene, context, 300 + 4_700 * chance(scene, job, context));
    return act(scene, context);
  },
  [WORK.flaky]: async (job, context, scene) => {
    await work(scene, context, 800 * chance(scene, job, context));
    if (chance(scene, job, context) < 0.5) throw new Error(failureOf(context));
    return act(scene, context);
  },
  [WORK.snoozing]: async (job, context, scene) => {
    await work(scene, context, 20);
    return context.fence === 1 ? JobResult.snoozed('700ms', 'not yet') : act(scene, context);
  },
  [WORK.stubborn]: async (job, context, scene) => {
    const lastsMs = chance(scene, job, context) < 0.5 ? 100 : 4_000;
    await new Promise<void>((resolve) => void scene.process.post(lastsMs, resolve));
    return act(scene, context);
  },
  [WORK.stepping]: async (job, context, scene) => {
    for (let step = stepOf(context) + 1; step <= STEPS; step += 1) {
      await work(scene, context, 900 * chance(scene, job, context));
      context.progress(step, STEPS);
      await context.checkpoint(step);
      scene.witness.saved(context, step);
    }
    return act(scene, context);
  },
  [WORK.poison]: async (_job, context, scene) => {
    await work(scene, context, 50);
    scene.process.kill();
    return new Promise<JobResult>(() => undefined);
  },
};

/** An effect that the resource refuses is a failure, because a later attempt has had its effect. */
function act({ resource }: HandlerScene, context: JobContext): JobResult {
  if (!resource.act(context.executionId, context.fence)) throw new Error(failureOf(context));
  return JobResult.success(outcomeOf(context));
}

/** Waits for a duration, and rejects when the signal is aborted. */
function work({ process }: HandlerScene, { signal }: JobContext, lastsMs: number): Promise<void> {
  return new Promise((resolve, reject) => {
    const cancel = process.post(lastsMs, resolve);
    signal.addEventListener('abort', () => {
      cancel();
      reject(signal.reason as Error);
    });
  });
}

/** A random number that is the same for the same attempt of the same occurrence in every process. */
function chance({ dice }: HandlerScene, { name }: HandledJob, { scheduledAt, fence }: JobContext): number {
  return dice.roll(`work ${name} ${scheduledAt.getTime()} ${fence}`);
}
