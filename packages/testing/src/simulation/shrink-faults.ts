import type { Fault } from './faults/fault.js';
import { ListedFaults } from './faults/fault-source.js';
import { type FaultSimulation, type FaultSimulationResult, simulateFaults } from './run-simulation.js';

export interface ShrinkRequest {
  readonly simulation: Omit<FaultSimulation, 'faults'>;
  /** The faults of a run that broke a promise. */
  readonly faults: readonly Fault[];
  /** The maximum number of runs. Default 300. */
  readonly runs?: number;
}

/** Finds a run with as few faults as possible that still breaks a promise. Null: the given faults do not break any. */
export async function shrinkFaults({
  simulation,
  faults,
  runs = 300,
}: ShrinkRequest): Promise<FaultSimulationResult | null> {
  const budget = { remaining: runs };
  const broken = async (tried: readonly Fault[]): Promise<FaultSimulationResult | null> => {
    if (budget.remaining <= 0) return null;
    budget.remaining -= 1;
    const result = await simulateFaults({ ...simulation, faults: new ListedFaults(tried) });
    return result.violations.length > 0 ? result : null;
  };
  const first = await broken(faults);
  return first === null ? null : leaveOut(first, broken);
}

type Attempt = (faults: readonly Fault[]) => Promise<FaultSimulationResult | null>;

/** Leaves out halves, then quarters, down to single faults, as long as a promise is still broken. */
async function leaveOut(first: FaultSimulationResult, broken: Attempt): Promise<FaultSimulationResult> {
  let best = first;
  let size = Math.ceil(best.faults.length / 2);
  while (size >= 1 && best.faults.length > 0) {
    const smaller = await withoutSome(best, size, broken);
    if (smaller !== null) {
      best = smaller;
      size = Math.min(size, Math.ceil(best.faults.length / 2));
    } else if (size === 1) {
      break;
    } else size = Math.ceil(size / 2);
  }
  return best;
}

async function withoutSome(
  { faults }: FaultSimulationResult,
  size: number,
  broken: Attempt,
): Promise<FaultSimulationResult | null> {
  for (let start = 0; start < faults.length; start += size) {
    const result = await broken([...faults.slice(0, start), ...faults.slice(start + size)]);
    // Faults that do not happen any more count as left out.
    if (result !== null && result.faults.length < faults.length) return result;
  }
  return null;
}
