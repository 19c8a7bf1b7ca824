import {
  type Fault,
  shrinkFaults,
  simulateFaults,
  type SimulationFigures,
  type Violation,
} from '@scheduler/testing';
import { type SimulationNames, simulationOf, workloadOfSeed } from './simulation-of.js';

export interface SeedRange extends SimulationNames {
  readonly first: number;
  readonly count: number;
  /** Stops at the first seed that breaks a promise. */
  readonly untilBroken: boolean;
  /** True: the workloads take turns, each seed with its own, instead of the one that is named. */
  readonly mixed?: boolean;
}

/** The result of one seed. */
export interface SeedResult {
  readonly seed: number;
  readonly violations: readonly Violation[];
  readonly faults: readonly Fault[];
  readonly figures: SimulationFigures;
}

/** Runs seeds one after the other. `onResult` is called after each. */
export async function runSeeds(range: SeedRange, onResult: (result: SeedResult) => void): Promise<void> {
  for (let seed = range.first; seed < range.first + range.count; seed += 1) {
    const workload = range.mixed === true ? workloadOfSeed(seed) : range.workload;
    const simulation = simulationOf({ mutant: range.mutant, workload });
    const { violations, faults, figures } = await simulateFaults({ ...simulation, seed });
    onResult({ seed, violations, faults, figures });
    if (range.untilBroken && violations.length > 0) return;
  }
}

/** The same run with as few faults as it needs to fail. */
export async function shrunk(
  { seed, faults }: SeedResult,
  names: SimulationNames,
): Promise<SeedResult | null> {
  return shrinkFaults({ simulation: { ...simulationOf(names), seed }, faults });
}
