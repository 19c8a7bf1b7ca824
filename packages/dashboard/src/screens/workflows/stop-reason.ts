import type { WorkflowRun } from '@scheduler/client';

/** Why a run was stopped. The reason may name its step once more, which is shown before it already. */
export function stopReason({ step, reason }: NonNullable<WorkflowRun['stop']>): string {
  const prefix = `step ${step ?? ''}: `;
  return reason.startsWith(prefix) ? reason.slice(prefix.length) : reason;
}
