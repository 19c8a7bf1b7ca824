import {
  type DurationInput,
  type JobContext,
  type JobHandler,
  JobResult,
  type Randomness,
  toMilliseconds,
} from '@scheduler/contracts';
import type { SimulatedProcess } from './world/simulated-process.js';

/** The behaviour of a job type in a simulation that does not use its real handler. */
export interface SimulatedWork {
  /** The duration of an attempt. Default: none. */
  readonly takes?: DurationInput;
  /** The share of attempts that fail, 0 to 1. Default none. */
  readonly fails?: number;
}

export interface WorkSurroundings {
  readonly process: SimulatedProcess;
  readonly randomness: Randomness;
}

/** A handler for every type. A type without an entry in `work` succeeds at once. */
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
