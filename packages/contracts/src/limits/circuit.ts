/**
 * - `closed`: work runs
 * - `open`: it failed too often, and nothing of it runs for some time
 * - `half_open`: a few trials run, to see whether it works again
 */
export type CircuitState = 'closed' | 'open' | 'half_open';

export interface CircuitOptions {
  /** So many failures in a row open it. */
  readonly failureThreshold: number;
  /** So many trials in a row that succeed close it. */
  readonly successThreshold: number;
  /** How long it stays open, and how long a trial may leave the others waiting. */
  readonly resetTimeoutMs: number;
  /** So many trials run at once, over all nodes. */
  readonly halfOpenTrials: number;
}

export const DEFAULT_CIRCUIT: CircuitOptions = Object.freeze({
  failureThreshold: 5,
  successThreshold: 2,
  resetTimeoutMs: 30_000,
  halfOpenTrials: 1,
});

/** What all nodes know of a circuit. */
export interface Circuit {
  readonly name: string;
  readonly state: CircuitState;
  /** Grows with each change of state, so that a trial of an earlier time is told from one of now. */
  readonly generation: number;
  /** In a row. */
  readonly failures: number;
  /** Of trials, in a row. */
  readonly successes: number;
  /** Under way. */
  readonly trials: number;
  /** After it, trials that have not come back are given up. Null: none is under way. */
  readonly trialsUntil: Date | null;
  /** Null: it is closed. */
  readonly openedAt: Date | null;
  /** When it may be tried again. Null: it is closed. */
  readonly retryAt: Date | null;
  /** The failure that opened it, or the last one since. */
  readonly error: string | null;
}

/** `abandoned`: a trial that says nothing, because it never ran or ended in another way. */
export type CircuitResult = 'success' | 'failure' | 'abandoned';

export function closedCircuit(name: string, generation = 0): Circuit {
  return {
    name,
    state: 'closed',
    generation,
    failures: 0,
    successes: 0,
    trials: 0,
    trialsUntil: null,
    openedAt: null,
    retryAt: null,
    error: null,
  };
}

export interface CircuitTrials {
  readonly circuit: Circuit;
  /** How many may run now. */
  readonly granted: number;
  /** Null: it is closed, and what runs is no trial. Otherwise it has to be told with the result. */
  readonly trial: number | null;
}

export interface TrialTerms {
  readonly options: CircuitOptions;
  readonly wanted: number;
  readonly now: Date;
}

/** How many may run: all through a closed circuit, none through an open one, a few once its time has come. */
export function admitTrials(circuit: Circuit, { options, wanted, now }: TrialTerms): CircuitTrials {
  if (circuit.state === 'closed') return { circuit, granted: wanted, trial: null };
  const halfOpen = circuit.state === 'open' ? halfOpened(circuit, now) : circuit;
  if (halfOpen === null) return { circuit, granted: 0, trial: circuit.generation };
  const isGivenUp = halfOpen.trialsUntil !== null && halfOpen.trialsUntil <= now;
  const underWay = isGivenUp ? 0 : halfOpen.trials;
  const granted = Math.max(0, Math.min(wanted, options.halfOpenTrials - underWay));
  if (granted === 0) return { circuit: halfOpen, granted, trial: halfOpen.generation };
  const trialsUntil = new Date(now.getTime() + options.resetTimeoutMs);
  const tried = { ...halfOpen, trials: underWay + granted, trialsUntil };
  return { circuit: tried, granted, trial: tried.generation };
}

/** Null: its time has not come. */
function halfOpened(circuit: Circuit, now: Date): Circuit | null {
  if (circuit.retryAt !== null && circuit.retryAt > now) return null;
  return {
    ...circuit,
    state: 'half_open',
    generation: circuit.generation + 1,
    successes: 0,
    trials: 0,
    trialsUntil: null,
  };
}

export interface CircuitReport {
  readonly options: CircuitOptions;
  readonly result: CircuitResult;
  /** As it was admitted. Null: it ran through a closed circuit. */
  readonly trial: number | null;
  readonly error: string | null;
  readonly now: Date;
}

/** The circuit after a result. What comes late, from before its last change of state, changes nothing. */
export function reportToCircuit(circuit: Circuit, report: CircuitReport): Circuit {
  if (report.trial === null) return circuit.state === 'closed' ? closedAfter(circuit, report) : circuit;
  const isCurrent = circuit.state === 'half_open' && circuit.generation === report.trial;
  return isCurrent ? halfOpenAfter(circuit, report) : circuit;
}

function closedAfter(circuit: Circuit, report: CircuitReport): Circuit {
  if (report.result === 'success' && circuit.failures > 0) return { ...circuit, failures: 0, error: null };
  if (report.result !== 'failure') return circuit;
  const failed = { ...circuit, failures: circuit.failures + 1, error: report.error };
  return failed.failures >= report.options.failureThreshold ? opened(failed, report) : failed;
}

function halfOpenAfter(circuit: Circuit, report: CircuitReport): Circuit {
  const trials = Math.max(0, circuit.trials - 1);
  const rest = { ...circuit, trials, trialsUntil: trials === 0 ? null : circuit.trialsUntil };
  if (report.result === 'abandoned') return rest;
  if (report.result === 'failure')
    return opened({ ...rest, failures: circuit.failures + 1, error: report.error }, report);
  const successes = circuit.successes + 1;
  return successes >= report.options.successThreshold
    ? closedCircuit(circuit.name, circuit.generation + 1)
    : { ...rest, successes };
}

function opened(circuit: Circuit, { options, now }: CircuitReport): Circuit {
  return {
    ...circuit,
    state: 'open',
    generation: circuit.generation + 1,
    successes: 0,
    trials: 0,
    trialsUntil: null,
    openedAt: now,
    retryAt: new Date(now.getTime() + options.resetTimeoutMs),
  };
}

/** Closed by hand, whatever happened before. */
export function resetCircuit(circuit: Circuit): Circuit {
  return closedCircuit(circuit.name, circuit.generation + 1);
}
