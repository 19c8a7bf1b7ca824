import type { Alert, AnswerOf, Execution, Job, StatisticsSeries, WorkflowState } from '@scheduler/client';

/** Names for parts of answers that have none in the API, and the states that filters offer. */

export type Explanation = AnswerOf<'jobs.explain'>;
export type Nodes = AnswerOf<'nodes.list'>;
export type Preview = AnswerOf<'jobs.preview'>;
export type SeriesPoint = StatisticsSeries['lines'][number]['points'][number];
export type Step = WorkflowState['steps'][number];
export type Workflow = AnswerOf<'workflows.list'>[number];

export const ALERT_STATUSES = [
  'pending',
  'firing',
  'resolving',
  'resolved',
] as const satisfies readonly Alert['status'][];

export const EXECUTION_STATUSES = [
  'pending',
  'running',
  'success',
  'failed',
  'timeout',
  'cancelled',
  'skipped',
] as const satisfies readonly Execution['status'][];

export const JOB_STATUSES = [
  'pending',
  'active',
  'paused',
  'completed',
  'failed',
  'cancelled',
] as const satisfies readonly Job['status'][];

export const RUN_STATUSES = [
  'running',
  'paused',
  'stopping',
  'compensating',
  'completed',
  'completed_with_errors',
  'failed',
  'cancelled',
  'compensated',
  'compensation_failed',
] as const satisfies readonly WorkflowState['status'][];
