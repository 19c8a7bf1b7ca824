import type { StoreTime } from '@scheduler/contracts/adapter';
import { CircuitEvents } from '../signals/events/circuit-events.js';
import type { Gate } from '../policies/gates/gate.js';
import type { PresentParts } from './present-ports.js';
import { CircuitGate } from '../policies/circuits/circuit-gate.js';
import { CircuitRecorder } from '../policies/circuits/circuit-recorder.js';
import { CircuitRegistry } from '../policies/circuits/circuit-registry.js';
import { Circuits } from '../policies/circuits/circuits.js';
import { LocalCircuitTrials } from '../policies/circuits/circuit-trials.js';
import { CircuitView } from '../policies/circuits/circuit-view.js';

export interface WiredCircuits {
  /** None where the store has no circuits. */
  readonly gates: readonly Gate[];
  readonly recorder: Pick<CircuitRecorder, 'attemptEnded' | 'attemptNotStarted'>;
  readonly view: CircuitView;
  /** The circuits as the node offers them. */
  control(): Circuits;
}

/** Jobs may still name circuits of an earlier store: they run as if they had none. */
const NO_RECORDER: WiredCircuits['recorder'] = {
  attemptEnded: () => null,
  attemptNotStarted: () => null,
};

export function wireCircuits(
  parts: PresentParts,
  storeTime: StoreTime,
  onBusError: (error: unknown) => void,
): WiredCircuits {
  const { circuits, clock, config, events } = parts;
  const shared = {
    ...parts,
    storeTime,
    registry: new CircuitRegistry(config.circuits),
    view: new CircuitView(circuits, clock),
    trials: new LocalCircuitTrials(),
    circuitEvents: new CircuitEvents(events, clock, onBusError),
  };
  const hasCircuits = parts.ports.has('circuits');
  return {
    gates: hasCircuits ? [new CircuitGate(shared)] : [],
    recorder: hasCircuits ? new CircuitRecorder(shared) : NO_RECORDER,
    view: shared.view,
    control: () => new Circuits(shared),
  };
}
