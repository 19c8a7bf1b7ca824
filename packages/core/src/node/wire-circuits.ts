import type { StoreTime } from '@scheduler/contracts/adapter';
import { CircuitEvents } from '../signals/events/circuit-events.js';
import type { Gate } from '../policies/gates/gate.js';
import type { NodeParts } from './node-parts.js';
import { CircuitGate } from '../policies/circuits/circuit-gate.js';
import { CircuitRecorder } from '../policies/circuits/circuit-recorder.js';
import { CircuitRegistry } from '../policies/circuits/circuit-registry.js';
import { Circuits } from '../policies/circuits/circuits.js';
import { LocalCircuitTrials } from '../policies/circuits/circuit-trials.js';
import { CircuitView } from '../policies/circuits/circuit-view.js';

export interface WiredCircuits {
  readonly gate: Gate;
  readonly recorder: CircuitRecorder;
  readonly view: CircuitView;
  /** What the node shows. */
  control(isClosing: () => boolean): Circuits;
}

export function wireCircuits(
  parts: NodeParts,
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
  return {
    gate: new CircuitGate(shared),
    recorder: new CircuitRecorder(shared),
    view: shared.view,
    control: (isClosing) => new Circuits({ ...shared, isClosing }),
  };
}
