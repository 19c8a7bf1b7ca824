import type { Execution, ScheduledJob } from '@scheduler/contracts';
import { z } from 'zod';
import { type ExecutionView, executionView } from './execution-view.js';
import { type JobView, jobView } from './job-view.js';

/** Whether the rows of a list have what applications store: a page that shows a hundred rows needs none of a hundred payloads. */
export const dataChoice = z.enum(['whole', 'none']).default('whole').meta({
  description:
    'none: payloads, results, stacks and checkpoints of the rows are null; a row asked for by its id has them',
});

export type DataChoice = z.output<typeof dataChoice>;

export function listedExecutions(executions: readonly Execution[], data: DataChoice): ExecutionView[] {
  const views = executions.map(executionView);
  if (data === 'whole') return views;
  return views.map((view) => ({
    ...view,
    payload: null,
    result: null,
    error_stack: null,
    progress: view.progress === null ? null : { ...view.progress, checkpoint: null },
  }));
}

export function listedJobs(jobs: readonly ScheduledJob[], data: DataChoice): JobView[] {
  const views = jobs.map(jobView);
  return data === 'whole' ? views : views.map((view) => ({ ...view, payload: null }));
}
