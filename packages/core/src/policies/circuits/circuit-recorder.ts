import type { Execution, Logger } from '@scheduler/contracts';
import type { CircuitRepository, CircuitResult } from '@scheduler/contracts/adapter';
import type { CircuitEvents } from '../../signals/events/circuit-events.js';
import { KeyedMutex } from '../../support/keyed-mutex.js';
import type { AttemptEnd } from '../failures/attempt-end.js';
import { toExecutionError } from '../failures/execution-error.js';
import type { ErrorClassification } from '../failures/classify-error.js';
import type { CircuitRegistry } from './circuit-registry.js';
import type { LocalCircuitTrials } from './circuit-trials.js';
import type { CircuitView } from './circuit-view.js';

export interface CircuitRecorderParts {
  readonly circuits: Pick<CircuitRepository, 'record'>;
  readonly registry: CircuitRegistry;
  readonly view: CircuitView;
  readonly trials: LocalCircuitTrials;
  readonly circuitEvents: CircuitEvents;
  readonly logger: Logger;
}

interface ReportedResult {
  readonly result: CircuitResult;
  readonly error: string | null;
}

const SUCCESS: ReportedResult = { result: 'success', error: null };
const ABANDONED: ReportedResult = { result: 'abandoned', error: null };

/**
 * Tells circuits how attempts ended: failures that trip, trials, and the success that ends a row of failures. The other successes, which
 * are nearly all, cost nothing.
 */
export class CircuitRecorder {
  /** One at a time for each circuit, so that the attempts of one node do not race each other. */
  private readonly mutex = new KeyedMutex();

  constructor(private readonly parts: CircuitRecorderParts) {}

  /** Never fails: what a circuit does not hear must not cost the execution its outcome. Null: there is nothing to wait for. */
  attemptEnded(
    execution: Execution,
    end: AttemptEnd,
    classify: (error: unknown) => ErrorClassification,
  ): Promise<void> | null {
    return execution.policy.circuit === undefined ? null : this.report(execution, resultOf(end, classify));
  }

  /** It was admitted, and goes back to its queue without having run. Null: there is nothing to wait for. */
  attemptNotStarted(execution: Execution): Promise<void> | null {
    return this.report(execution, ABANDONED);
  }

  private report(execution: Execution, verdict: ReportedResult): Promise<void> | null {
    const name = execution.policy.circuit;
    if (name === undefined) return null;
    const trial = this.parts.trials.end(execution);
    if (trial === null && !this.affectsCircuit(name, verdict)) return null;
    return this.mutex.run(name, () => this.record(name, verdict, trial));
  }

  private affectsCircuit(name: string, { result }: ReportedResult): boolean {
    const { state, failures } = this.parts.view.of(name);
    if (state !== 'closed') return false;
    return result === 'failure' || (result === 'success' && failures > 0);
  }

  private async record(name: string, verdict: ReportedResult, trial: number | null): Promise<void> {
    const { circuits, registry, view, circuitEvents, logger } = this.parts;
    // Those before may have opened it.
    if (trial === null && !this.affectsCircuit(name, verdict)) return;
    try {
      const change = await circuits.record({ name, options: registry.of(name), trial, ...verdict });
      view.update(change.circuit);
      circuitEvents.publish(change);
    } catch (error) {
      logger.warn('a circuit was not told of a result', { circuit: name, error: String(error) });
    }
  }
}

/** Only what happened at the other side says something about it. */
function resultOf(end: AttemptEnd, classify: (error: unknown) => ErrorClassification): ReportedResult {
  if (end.kind === 'succeeded') return SUCCESS;
  const isFailure = end.kind === 'timed_out' || (end.kind === 'failed' && classify(end.error).tripsCircuit);
  return isFailure ? { result: 'failure', error: toExecutionError(end.error).message } : ABANDONED;
}
