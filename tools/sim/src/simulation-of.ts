import { createMemoryStore } from '@scheduler/memory';
import { EVERYTHING, type FaultSimulation, SHORT_WORKLOADS } from '@scheduler/testing';
import { Refusal } from './arguments.js';
import { MUTANTS } from './mutants/index.js';
import { withMutant } from './mutants/mutant.js';
import { SHORT_WORKFLOWS, WORKFLOWS } from './workflows/workloads.js';

export interface SimulationNames {
  /** Null: the correct store. */
  readonly mutant: string | null;
  /** Null: the full workload. */
  readonly workload: string | null;
}

/** Those that are short enough for every fault at every call. */
export const ALL_SHORT_WORKLOADS = [...SHORT_WORKLOADS, SHORT_WORKFLOWS];

export const WORKLOADS = [EVERYTHING, WORKFLOWS, ...ALL_SHORT_WORKLOADS];

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

/** Every fourth seed of a long run has workflows, because the others check what executions of steps share with all others. */
const SHARE_OF_WORKFLOWS = 4;

/** The workload of a seed where several take turns. Null: the full one. */
export function workloadOfSeed(seed: number): string | null {
  return seed % SHARE_OF_WORKFLOWS === 0 ? WORKFLOWS.name : null;
}
