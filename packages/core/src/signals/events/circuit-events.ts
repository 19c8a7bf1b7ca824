import type { CircuitEventName, CircuitState, Clock, EventBus } from '@scheduler/contracts';
import { type CircuitChange, readOwnedName } from '@scheduler/contracts/adapter';
import { emitCircuitChange } from '../telemetry/emit-circuits.js';

const EVENT_OF_STATE: Readonly<Record<CircuitState, CircuitEventName>> = {
  open: 'scheduler:circuit.opened',
  half_open: 'scheduler:circuit.half_opened',
  closed: 'scheduler:circuit.closed',
};

/** Publishes to all nodes that a circuit has changed its state. The state is stored already: a node that misses the event reads it soon. */
export class CircuitEvents {
  constructor(
    private readonly bus: EventBus,
    private readonly clock: Clock,
    private readonly onError: (error: unknown) => void,
  ) {}

  publish({ before, circuit }: CircuitChange): void {
    emitCircuitChange(before, circuit);
    const name = EVENT_OF_STATE[circuit.state];
    if (before === circuit.state || !this.bus.wants(name)) return;
    const { name: circuitName, tenant } = readOwnedName(circuit.name);
    const data = {
      circuit: circuitName,
      from: before,
      to: circuit.state,
      failureCount: circuit.failures,
      error: circuit.error,
      retryAt: circuit.retryAt?.toISOString() ?? null,
    };
    this.bus.publish({ events: [{ name, at: this.clock.now(), tenant, data }] }).catch(this.onError);
  }
}
