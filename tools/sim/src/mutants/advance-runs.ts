import { type Execution, executionStatuses } from '@scheduler/contracts';
import {
  advanceTrees,
  arrivalsOf,
  cancelRequested,
  type TreeAnswer,
  type TreeRequest,
} from '@scheduler/contracts/adapter';
import type { MemoryDatabase } from '@scheduler/memory';

/** Advances the runs of executions that have ended, in a statement of its own: a correct store does it in the one that ends them. */
export function advanceRuns(database: MemoryDatabase, executions: readonly (Execution | null)[]): void {
  const ended = executions.filter(
    (one): one is Execution => one !== null && executionStatuses.isFinal(one.status),
  );
  const at = database.now();
  const walk = advanceTrees({ commands: arrivalsOf(ended) }, at);
  let next = walk.next();
  while (next.done !== true) next = walk.next(answer(database, next.value, at));
  for (const run of next.value.runs) database.workflows.runs.set(run.id, run);
  for (const execution of next.value.executions)
    if (!database.executions.records.has(execution.id)) database.executions.insert(execution, at.getTime());
  database.workflows.notify(next.value);
}

function answer({ workflows, executions }: MemoryDatabase, request: TreeRequest, at: Date): TreeAnswer {
  if (request.kind === 'load')
    return {
      loaded: request.runIds.flatMap((id) => {
        const run = workflows.runs.get(id);
        const graph = run === undefined ? undefined : workflows.graphs.get(run.graphHash);
        return run === undefined || graph === undefined ? [] : [{ run, graph }];
      }),
    };
  return {
    ended: request.cancels.flatMap(({ executionId, reason, waitingOnly }) => {
      const record = executions.records.get(executionId);
      if (record === undefined || (waitingOnly && record.execution.status !== 'pending')) return [];
      const { state, execution } = cancelRequested(record.execution, reason, at);
      executions.replace(record, execution, at.getTime());
      return state === 'cancelled' ? [execution] : [];
    }),
  };
}
