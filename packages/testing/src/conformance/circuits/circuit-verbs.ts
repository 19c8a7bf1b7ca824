import { type CircuitOptions, DEFAULT_CIRCUIT } from '@scheduler/contracts';
import type { CircuitResult } from '@scheduler/contracts/adapter';
import { MINUTE, type StoreScene } from '../kit/store-scene.js';

/** Opened by three failures for ten minutes: the store's own time may run a little while a test does. */
export const OPTIONS: CircuitOptions = {
  ...DEFAULT_CIRCUIT,
  failureThreshold: 3,
  resetTimeoutMs: 10 * MINUTE,
};

export const report = (
  { circuits }: StoreScene,
  result: CircuitResult,
  { name = 'smtp', trial = null as number | null } = {},
) =>
  circuits.record({
    name,
    options: OPTIONS,
    result,
    trial,
    error: result === 'failure' ? 'refused' : null,
  });

export const admit = ({ circuits }: StoreScene, wanted = 5, options: Partial<CircuitOptions> = {}) =>
  circuits.admit({ name: 'smtp', options: { ...OPTIONS, ...options }, wanted });

export async function openCircuit(scene: StoreScene, name = 'smtp') {
  await report(scene, 'failure', { name });
  await report(scene, 'failure', { name });
  return report(scene, 'failure', { name });
}
