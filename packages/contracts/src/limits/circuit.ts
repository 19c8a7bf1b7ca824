/**
 * - `closed`: work runs
 * - `open`: work failed too often, and none of it runs for some time
 * - `half_open`: a few trials run, to see whether the work succeeds again
 */
export type CircuitState = 'closed' | 'open' | 'half_open';

export interface CircuitOptions {
  /** How many failures in a row open the circuit. */
  readonly failureThreshold: number;
  /** How many successful trials in a row close the circuit. */
  readonly successThreshold: number;
  /** How long the circuit stays open, and how long the result of a trial is waited for. */
  readonly resetTimeoutMs: number;
  /** How many trials run at once, over all nodes. */
  readonly halfOpenTrials: number;
  /** True: one circuit for all tenants. Default: each tenant has its own, and work without a tenant another one. */
  readonly shared?: true;
}

export const DEFAULT_CIRCUIT: CircuitOptions = Object.freeze({
  failureThreshold: 5,
  successThreshold: 2,
  resetTimeoutMs: 30_000,
  halfOpenTrials: 1,
});

/** The state of a circuit that all nodes share. */
export interface Circuit {
  readonly name: string;
  readonly state: CircuitState;
  /** Grows with each change of state, so that results of earlier trials can be recognized. */
  readonly generation: number;
  /** The number of failures in a row. */
  readonly failures: number;
  /** The number of successful trials in a row. */
  readonly successes: number;
  /** The number of trials that run now. */
  readonly trials: number;
  /** When trials without a result are given up. Null: none runs. */
  readonly trialsUntil: Date | null;
  /** Null: the circuit is closed. */
  readonly openedAt: Date | null;
  /** When trials are allowed. Null: the circuit is closed. */
  readonly retryAt: Date | null;
  /** The message of the latest failure. Null: none counts at present. */
  readonly error: string | null;
}

/** `abandoned`: a trial without a result, because it never ran or ended in another way. */
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
  /** How many attempts may run now. */
  readonly granted: number;
  /** The number that has to be reported with the results of trials. Null: the circuit is closed, and the attempts are no trials. */
  readonly trial: number | null;
}

export interface TrialTerms {
  readonly options: CircuitOptions;
  readonly wanted: number;
  readonly now: Date;
}

/** How many attempts may run: all while the circuit is closed, none while it is open, and a few trials after `retryAt`. */
export function admitTrials(circuit: Circuit, { options, wanted, now }: TrialTerms): CircuitTrials {
  if (circuit.state === 'closed') return { circuit, granted: wanted, trial: null };
  const halfOpen = circuit.state === 'open' ? halfOpened(circuit, now) : circuit;
  if (halfOpen === null) return { circuit, granted: 0, trial: circuit.generation };
  const haveExpired = halfOpen.trialsUntil !== null && halfOpen.trialsUntil <= now;
  const running = haveExpired ? 0 : halfOpen.trials;
  const granted = Math.max(0, Math.min(wanted, options.halfOpenTrials - running));
  if (granted === 0) return { circuit: halfOpen, granted, trial: halfOpen.generation };
  const trialsUntil = new Date(now.getTime() + options.resetTimeoutMs);
  const admitted = { ...halfOpen, trials: running + granted, trialsUntil };
  return { circuit: admitted, granted, trial: admitted.generation };
}

/** Null: `retryAt` has not come. */
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
  /** The trial of the admission. Null: the circuit was closed. */
  readonly trial: number | null;
  readonly error: string | null;
  readonly now: Date;
}

/** The circuit after a result. Results from before its last change of state are ignored. */
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

/** The circuit after an operator has closed it. */
export function resetCircuit(circuit: Circuit): Circuit {
  return closedCircuit(circuit.name, circuit.generation + 1);
}
