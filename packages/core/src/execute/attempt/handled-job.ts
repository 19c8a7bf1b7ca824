import type { Execution, HandledJob } from '@scheduler/contracts';

/** What a handler is called for, without what the engine knows of it. */
export function handledJob(execution: Execution): HandledJob {
  return {
    id: execution.jobId,
    name: execution.jobName,
    type: execution.type,
    targetId: execution.targetId,
    payload: execution.payload,
    tags: execution.tags,
    metadata: execution.metadata,
    tenant: execution.tenant,
  };
}
