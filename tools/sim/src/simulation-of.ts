import { createMemoryStore } from '@scheduler/memory';
import { EVERYTHING, type FaultSimulation, SHORT_WORKLOADS } from '@scheduler/testing';
import { Refusal } from './arguments.js';
import { MUTANTS } from './mutants/index.js';
import { withMutant } from './mutants/mutant.js';

export interface SimulationNames {
  /** Null: the correct store. */
  readonly mutant: string | null;
  /** Null: the full workload. */
  readonly workload: string | null;
}

export const WORKLOADS = [EVERYTHING, ...SHORT_WORKLOADS];

/** The simulation for the names of a mutant and a workload, which can be passed to another thread. */
export function simulationOf({
  mutant,
  workload,
}: SimulationNames): Omit<FaultSimulation, 'seed' | 'faults'> {
  const work = find('workload', workload ?? EVERYTHING.name, WORKLOADS);
  if (mutant === null) return { store: createMemoryStore, workload: work };
  return { ...withMutant(find('mutant', mutant, MUTANTS)), workload: work };
}

function find<T extends { readonly name: string }>(what: string, name: string, all: readonly T[]): T {
  const found = all.find((each) => each.name === name);
  if (found !== undefined) return found;
  throw new Refusal(`There is no ${what} '${name}': there are ${all.map((each) => each.name).join(', ')}.`);
}
