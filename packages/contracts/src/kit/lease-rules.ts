import type { Execution } from '../executions/execution.js';

/** The fence decides alone: a lease whose time is over is still held until somebody rescues the execution. */
export function isHeld({ status, fence }: Pick<Execution, 'status' | 'fence'>, leaseFence: number): boolean {
  return status === 'running' && fence === leaseFence;
}
