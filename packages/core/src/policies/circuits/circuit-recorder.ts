import type { Execution, Logger } from '@scheduler/contracts';
import { type CircuitRepository, type CircuitResult, readOwnedName } from '@scheduler/contracts/adapter';
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
 * Records in circuits how attempts ended: failures that trip, trials, and the success that ends a row of failures. All other successes,
 * which are nearly all, cost nothing.
 */
export class CircuitRecorder {
  /** Results of one circuit are recorded one at a time, so that the attempts of one node do not race each other. */
  private readonly mutex = new KeyedMutex();

  constructor(private readonly parts: CircuitRecorderParts) {}

  /** It never fails: an error of the circuit must not lose the outcome of the execution. Null: there is nothing to wait for. */
  attemptEnded(
    execution: Execution,
    end: AttemptEnd,
    classify: (error: unknown) => ErrorClassification,
  ): Promise<void> | null {
    return execution.policy.circuit === undefined ? null : this.report(execution, resultOf(end, classify));
  }

  /** Records that an admitted execution was put back without having run. Null: there is nothing to wait for. */
  attemptNotStarted(execution: Execution): Promise<void> | null {
    return this.report(execution, ABANDONED);
  }

  private report(execution: Execution, reported: ReportedResult): Promise<void> | null {
    const { circuit } = execution.policy;
    if (circuit === undefined) return null;
    const key = this.parts.registry.keyOf(circuit, execution.tenant);
    const trial = this.parts.trials.end(execution);
    if (trial === null && !this.affectsCircuit(key, reported)) return null;
    return this.mutex.run(key, () => this.record(key, reported, trial));
  }

  private affectsCircuit(key: string, { result }: ReportedResult): boolean {
    const { state, failures } = this.parts.view.of(key);
    if (state !== 'closed') return false;
    return result === 'failure' || (result === 'success' && failures > 0);
  }

  private async record(key: string, reported: ReportedResult, trial: number | null): Promise<void> {
    const { circuits, registry, view, circuitEvents, logger } = this.parts;
    // Results that were recorded before may have opened the circuit.
    if (trial === null && !this.affectsCircuit(key, reported)) return;
    try {
      const change = await circuits.record({ name: key, options: registry.of(key), trial, ...reported });
      view.update(change.circuit);
      circuitEvents.publish(change);
    } catch (error) {
      logger.warn('a result was not recorded in its circuit', {
        circuit: readOwnedName(key).name,
        error: String(error),
      });
    }
  }
}

/** Only errors of the other side count as failures of the circuit. */
function resultOf(end: AttemptEnd, classify: (error: unknown) => ErrorClassification): ReportedResult {
  if (end.kind === 'succeeded') return SUCCESS;
  const isFailure = end.kind === 'timed_out' || (end.kind === 'failed' && classify(end.error).tripsCircuit);
  return isFailure ? { result: 'failure', error: toExecutionError(end.error).message } : ABANDONED;
}
