import type { Evidence } from './evidence.js';
import { exactCounters } from './exact-counters.js';
import { holdersOutcome } from './holders-outcome.js';
import { noOverlap } from './no-overlap.js';
import { nothingStuck } from './nothing-stuck.js';
import { occurrencesRun } from './occurrences-run.js';
import { oneEffect } from './one-effect.js';
import { oneRow } from './one-row.js';
import type { PromiseLetter, Violation } from './violation.js';
import { workflowsKept } from './workflows-kept.js';

type Check = (evidence: Evidence) => Iterable<string>;

const CHECKS: Readonly<Record<PromiseLetter, Check>> = {
  A: occurrencesRun,
  B: oneRow,
  C: oneEffect,
  D: nothingStuck,
  E: noOverlap,
  F: holdersOutcome,
  G: exactCounters,
  W: workflowsKept,
};

export const ALL_PROMISES = Object.keys(CHECKS) as readonly PromiseLetter[];

/** Checks promises, by default all of them, against the evidence of a run. Empty: they were kept. */
export function checkPromises(
  evidence: Evidence,
  promises: readonly PromiseLetter[] = ALL_PROMISES,
): readonly Violation[] {
  return promises.flatMap((promise) =>
    [...CHECKS[promise](evidence)].map((message) => ({ promise, message })),
  );
}
