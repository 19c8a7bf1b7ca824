import { type ExecutionStatus, executionStatuses } from '@scheduler/contracts';

/** The indexes of ended executions by their end, with their status. Dead letters have one of their own, and so have steps of workflows. */
export const ENDED_INDEXES: readonly (readonly [index: string, ExecutionStatus])[] =
  executionStatuses.statuses
    .filter((status) => executionStatuses.isFinal(status))
    .flatMap((status) =>
      [`ended:${status}`, `dead:${status}`, `steps:ended:${status}`, `steps:dead:${status}`].map(
        (index) => [index, status] as const,
      ),
    );
