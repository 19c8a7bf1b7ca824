import type { Circuit, Clock, Execution, Randomness } from '@scheduler/contracts';
import { type CircuitRepository, readOwnedName, type StoreTime } from '@scheduler/contracts/adapter';
import type { CircuitEvents } from '../../signals/events/circuit-events.js';
import { type Admission, ALL_RUN, type Gate } from '../gates/gate.js';
import { DeferralSpread } from '../gates/deferral-spread.js';
import type { CircuitRegistry } from './circuit-registry.js';
import type { LocalCircuitTrials } from './circuit-trials.js';
import type { CircuitView } from './circuit-view.js';
import { emitCircuitReject } from '../../signals/telemetry/emit-circuits.js';

export interface CircuitGateParts {
  readonly circuits: Pick<CircuitRepository, 'admit'>;
  readonly registry: CircuitRegistry;
  readonly view: CircuitView;
  readonly trials: LocalCircuitTrials;
  readonly circuitEvents: CircuitEvents;
  readonly storeTime: StoreTime;
  readonly clock: Clock;
  readonly randomness: Randomness;
}

/** How long executions wait for the result of trials that others run. */
const TRIAL_MS = 1_000;
/** Deferred executions return one after the other, so that a service that has just recovered is not overrun. */
const STEP_MS = 5;
const LONGEST_WAIT_MS = 120_000;

/** Lets executions run whose circuit is closed, and some as trials where it is half-open. */
export class CircuitGate implements Gate {
  private readonly spread: DeferralSpread;

  constructor(private readonly parts: CircuitGateParts) {
    this.spread = new DeferralSpread({ ...parts, longestMs: LONGEST_WAIT_MS });
  }

  appliesTo({ policy }: Execution): boolean {
    return policy.circuit !== undefined;
  }

  async admit(executions: readonly Execution[]): Promise<readonly Admission[]> {
    await this.parts.view.refresh();
    if (executions.every((execution) => this.isClosed(execution))) return ALL_RUN;
    const answers: Admission[] = executions.map(() => 'run');
    for (const [key, indexes] of this.indexesByCircuit(executions)) {
      const candidates = indexes.flatMap((index) => executions[index] ?? []);
      const granted = await this.grant(key, candidates);
      const denied = indexes.slice(granted);
      emitCircuitReject(key, candidates.slice(granted));
      const waiting = this.deferrals(key, denied.length);
      denied.forEach((index, position) => (answers[index] = waiting[position] ?? 'run'));
    }
    return answers;
  }

  private isClosed(execution: Execution): boolean {
    const key = this.keyOf(execution);
    return key === undefined || this.parts.view.of(key).state === 'closed';
  }

  /** The stored name of the circuit of an execution. Undefined: it has none. */
  private keyOf({ policy: { circuit }, tenant }: Execution): string | undefined {
    return circuit === undefined ? undefined : this.parts.registry.keyOf(circuit, tenant);
  }

  /** The circuit may have opened while the execution waited for a slot. */
  mayStart(execution: Execution): Admission {
    const key = this.keyOf(execution);
    if (key === undefined) return 'run';
    const isOpen = this.parts.view.of(key).state !== 'closed' && !this.parts.trials.has(execution);
    if (!isOpen) return 'run';
    emitCircuitReject(key, [execution]);
    return this.deferrals(key, 1)[0] ?? 'run';
  }

  /** How many may run. The store is asked only about a circuit that is not closed and whose retry time has come. */
  private async grant(key: string, candidates: readonly Execution[]): Promise<number> {
    const { circuits, registry, view, trials, circuitEvents, storeTime } = this.parts;
    const { state, retryAt } = view.of(key);
    const wanted = candidates.length;
    if (state === 'closed') return wanted;
    if (state === 'open' && retryAt !== null && storeTime.until(retryAt) > 0) return 0;
    const { granted, trial, ...change } = await circuits.admit({
      name: key,
      options: registry.of(key),
      wanted,
    });
    view.update(change.circuit);
    if (trial !== null) for (const execution of candidates.slice(0, granted)) trials.begin(execution, trial);
    circuitEvents.publish(change);
    return granted;
  }

  private deferrals(key: string, count: number): readonly Admission[] {
    if (count === 0) return [];
    const circuit = this.parts.view.of(key);
    const { name } = readOwnedName(key);
    const firstMs = this.untilNextTrial(circuit);
    const message = `circuit ${name}${circuit.error === null ? '' : `: ${circuit.error}`}`;
    return this.spread
      .delaysFor({ key, count, firstMs, stepMs: STEP_MS })
      .map((delayMs) => ({ delayMs, reason: 'circuit_open', message }));
  }

  private untilNextTrial({ state, retryAt }: Circuit): number {
    return state === 'open' && retryAt !== null ? this.parts.storeTime.until(retryAt) : TRIAL_MS;
  }

  private indexesByCircuit(executions: readonly Execution[]): ReadonlyMap<string, readonly number[]> {
    const indexes = new Map<string, number[]>();
    executions.forEach((execution, index) => {
      const key = this.keyOf(execution);
      if (key === undefined) return;
      const known = indexes.get(key);
      if (known === undefined) indexes.set(key, [index]);
      else known.push(index);
    });
    return indexes;
  }
}
