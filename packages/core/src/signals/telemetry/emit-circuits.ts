import type { Circuit, CircuitState, Execution } from '@scheduler/contracts';
import { readOwnedName } from '@scheduler/contracts/adapter';
import { telemetry } from './telemetry.js';

/** F167: emits that a circuit changed its state, and that it tripped if the new state is open. */
export function emitCircuitChange(from: CircuitState, { name, state: to, failures, error }: Circuit): void {
  if (from === to) return;
  const owned = circuitOf(name);
  telemetry.emit('scheduler:circuit:state_change', () => ({ ...owned, from, to }));
  if (to !== 'open') return;
  telemetry.emit('scheduler:circuit:trip', () => ({
    ...owned,
    failureCount: failures,
    error: error === null ? null : { name: 'Error', message: error, code: null },
  }));
}

/** `key`: the stored name of the circuit. */
export function emitCircuitReject(key: string, executions: readonly Execution[]): void {
  for (const { id: executionId, type } of executions)
    telemetry.emit('scheduler:circuit:reject', () => ({ ...circuitOf(key), executionId, type }));
}

function circuitOf(key: string): { readonly circuit: string; readonly tenant?: string } {
  const { name, tenant } = readOwnedName(key);
  return tenant === null ? { circuit: name } : { circuit: name, tenant };
}
