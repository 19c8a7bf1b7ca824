import type { DispatchNote, Execution } from '@scheduler/contracts';

export function noteOf(execution: Execution): DispatchNote {
  const { id, queue, priority, availableAt, fence } = execution;
  return { executionId: id, queue, priority, availableAt, fence };
}
