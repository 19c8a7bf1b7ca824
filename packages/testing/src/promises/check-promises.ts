import type { Evidence } from './evidence.js';
import { exactCounters } from './exact-counters.js';
import { holdersOutcome } from './holders-outcome.js';
import { noOverlap } from './no-overlap.js';
import { nothingStuck } from './nothing-stuck.js';
import { occurrencesRun } from './occurrences-run.js';
import { oneEffect } from './one-effect.js';
import { oneRow } from './one-row.js';
import type { PromiseLetter, Violation } from './violation.js';

type Check = (evidence: Evidence) => Iterable<string>;

const CHECKS: Readonly<Record<PromiseLetter, Check>> = {
  A: occurrencesRun,
  B: oneRow,
  C: oneEffect,
  D: nothingStuck,
  E: noOverlap,
  F: holdersOutcome,
  G: exactCounters,
};

/** Every promise against the evidence of a run. Empty: all were kept. */
export function checkPromises(evidence: Evidence): readonly Violation[] {
  return Object.entries(CHECKS).flatMap(([promise, check]) =>
    [...check(evidence)].map((message) => ({ promise: promise as PromiseLetter, message })),
  );
}
