import { CircuitEvents } from '../events/circuit-events.js';
import type { Gate } from '../gates/gate.js';
import type { NodeParts } from '../node/node-parts.js';
import type { StoreTime } from '../support/store-time.js';
import { CircuitGate } from './circuit-gate.js';
import { CircuitRecorder } from './circuit-recorder.js';
import { CircuitRegistry } from './circuit-registry.js';
import { Circuits } from './circuits.js';
import { CircuitTrials } from './circuit-trials.js';
import { CircuitView } from './circuit-view.js';

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
    trials: new CircuitTrials(),
    circuitEvents: new CircuitEvents(events, clock, onBusError),
  };
  return {
    gate: new CircuitGate(shared),
    recorder: new CircuitRecorder(shared),
    view: shared.view,
    control: (isClosing) => new Circuits({ ...shared, isClosing }),
  };
}
