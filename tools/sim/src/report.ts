import { showFault } from '@scheduler/testing';
import type { SeedResult } from './seeds.js';
import type { SimulationNames } from './simulation-of.js';

const MOST_SHOWN = 5;

/** Describes the broken promises of a run, its faults, and the command that repeats it. */
export function describeBroken({ seed, violations, faults }: SeedResult, names: SimulationNames): string {
  const shown = violations.slice(0, MOST_SHOWN).map(({ promise, message }) => `  ${promise}  ${message}`);
  const more = violations.length > MOST_SHOWN ? [`  and ${violations.length - MOST_SHOWN} more`] : [];
  const faultLines = faults.map((fault) => `     ${showFault(fault)}`);
  return [
    `✘ seed ${seed} breaks ${violations.length === 1 ? 'a promise' : `${violations.length} promises`} with ${faults.length} ${faults.length === 1 ? 'fault' : 'faults'}`,
    ...shown,
    ...more,
    ...faultLines,
    `  repeat it: ${replayCommand({ seed, faults }, names)}`,
  ].join('\n');
}

export function replayCommand(
  { seed, faults }: Pick<SeedResult, 'seed' | 'faults'>,
  { mutant, workload }: SimulationNames,
): string {
  const options = [
    `--seed ${seed}`,
    `--faults "${faults.map(showFault).join(', ')}"`,
    ...(mutant === null ? [] : [`--mutant ${mutant}`]),
    ...(workload === null ? [] : [`--workload "${workload}"`]),
  ];
  return `npm run sim -- ${options.join(' ')}`;
}

export interface Totals {
  readonly seeds: number;
  readonly broken: number;
  readonly faults: number;
  readonly deaths: number;
  readonly executions: number;
  readonly attempts: number;
  readonly calls: number;
  readonly refusedEffects: number;
}

export function totalsOf(results: readonly SeedResult[]): Totals {
  const sum = (of: (result: SeedResult) => number) =>
    results.reduce((total, result) => total + of(result), 0);
  return {
    seeds: results.length,
    broken: results.filter(({ violations }) => violations.length > 0).length,
    faults: sum(({ faults }) => faults.length),
    deaths: sum(({ figures }) => figures.deaths),
    executions: sum(({ figures }) => figures.executions),
    attempts: sum(({ figures }) => figures.attempts),
    calls: sum(({ figures }) => figures.calls),
    refusedEffects: sum(({ figures }) => figures.refusedEffects),
  };
}

export function describeTotals({ seeds, broken, ...totals }: Totals, seconds: number): string {
  const count = (number: number, what: string) => `${number.toLocaleString('en-US')} ${what}`;
  return [
    `${broken === 0 ? '✔' : '✘'} ${count(seeds, 'seeds')}, ${broken} violations, ${seconds.toFixed(1)} s`,
    `  ${count(totals.executions, 'executions')}, ${count(totals.attempts, 'attempts')}, ${count(totals.calls, 'calls')}, ${count(totals.faults, 'faults')}, ${count(totals.deaths, 'deaths of nodes')}, ${count(totals.refusedEffects, 'effects of stale workers refused')}`,
  ].join('\n');
}
