import type { WorkflowRun } from '@scheduler/client';
import { words } from '../../design/format.js';
import { Status } from '../../design/status.jsx';

/** The tone of each status, by a status that the style sheet knows. */
const LIKE: Readonly<Record<WorkflowRun['status'], string>> = {
  running: 'running',
  paused: 'paused',
  stopping: 'paused',
  compensating: 'paused',
  completed: 'success',
  completed_with_errors: 'timeout',
  failed: 'failed',
  cancelled: 'cancelled',
  compensated: 'timeout',
  compensation_failed: 'failed',
};

export function RunStatusTag({ status }: { readonly status: WorkflowRun['status'] }) {
  return <Status value={LIKE[status]} label={words(status)} />;
}
