import type { Circuit, CircuitState, Execution } from '@scheduler/contracts';
import { telemetry } from './telemetry.js';

/** F167: emits that a circuit changed its state, and that it tripped if the new state is open. */
export function emitCircuitChange(
  from: CircuitState,
  { name: circuit, state: to, failures, error }: Circuit,
): void {
  if (from === to) return;
  telemetry.emit('scheduler:circuit:state_change', () => ({ circuit, from, to }));
  if (to !== 'open') return;
  telemetry.emit('scheduler:circuit:trip', () => ({
    circuit,
    failureCount: failures,
    error: error === null ? null : { name: 'Error', message: error, code: null },
  }));
}

export function emitCircuitReject(circuit: string, executions: readonly Execution[]): void {
  for (const { id: executionId, type } of executions)
    telemetry.emit('scheduler:circuit:reject', () => ({ circuit, executionId, type }));
}
