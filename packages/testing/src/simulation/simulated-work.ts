import {
  type DurationInput,
  type JobContext,
  type JobHandler,
  JobResult,
  type Randomness,
  toMilliseconds,
} from '@scheduler/contracts';
import type { SimulatedProcess } from './world/simulated-process.js';

/** What a job of some type does in a simulation, where its real handler is not used. */
export interface SimulatedWork {
  /** Default: no time. */
  readonly takes?: DurationInput;
  /** The share of attempts that fail, 0 to 1. Default none. */
  readonly fails?: number;
}

export interface WorkSurroundings {
  readonly process: SimulatedProcess;
  readonly randomness: Randomness;
}

/** Takes every type; one that nothing is said about succeeds at once. */
export function simulatedWork(
  work: Readonly<Record<string, SimulatedWork>>,
  { process, randomness }: WorkSurroundings,
): JobHandler {
  return {
    supports: () => true,
    handle: async ({ type }, { signal }) => {
      const { takes = 0, fails = 0 } = Object.hasOwn(work, type) ? (work[type] ?? {}) : {};
      await lasting(toMilliseconds(takes, `work.${type}.takes`), process, signal);
      if (randomness.next() < fails) throw new Error(`${type} fails in this simulation`);
      return JobResult.success();
    },
  };
}

function lasting(
  milliseconds: number,
  process: SimulatedProcess,
  signal: JobContext['signal'],
): Promise<void> {
  if (milliseconds === 0) return Promise.resolve();
  return new Promise((resolve, reject) => {
    const callOff = process.post(milliseconds, resolve);
    signal.addEventListener('abort', () => {
      callOff();
      reject(signal.reason as Error);
    });
  });
}
