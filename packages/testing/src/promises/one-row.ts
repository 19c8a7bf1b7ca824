import { byKey } from './by-key.js';
import type { Evidence } from './evidence.js';

/** B: one row for each occurrence, and no attempt of an execution without a row. */
export function* oneRow({ executions, starts, removedJobs }: Evidence): Iterable<string> {
  const occurrences = byKey(executions, ({ jobId, occurrenceAt }) =>
    occurrenceAt === null ? null : `job ${jobId} at ${occurrenceAt.toISOString()}`,
  );
  for (const [occurrence, rows] of occurrences)
    if (rows.length > 1)
      yield `${occurrence} has ${rows.length} rows: ${rows.map(({ id }) => id).join(', ')}`;
  const stored = new Set(executions.map(({ id }) => id));
  const removed = new Set(removedJobs);
  for (const { executionId, jobId, node } of starts)
    if (!stored.has(executionId) && !removed.has(jobId ?? ''))
      yield `${node} ran execution ${executionId}, which has no row`;
}
