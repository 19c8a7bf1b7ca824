import type { Execution } from '@scheduler/contracts';
import type { Column } from '../output/table.js';
import { elapsed, localTime, utcTime } from '../output/times.js';
import { statusText } from './status-style.js';
import { typeText } from './type-text.js';

/** The name of an execution: its job, or its step of a workflow, or its type if it was enqueued without a job. */
export function executionName({ jobName, type }: Pick<Execution, 'jobName' | 'type'>): string {
  return jobName ?? typeText(type);
}

/** The reason for the status in a few words. Empty: there is nothing to add. */
export function whyText({ reason, error, availableAt, status, skipped }: Execution): string {
  const parts: string[] = [];
  if (error !== null) parts.push(error.message);
  else if (reason !== null) parts.push(reason.message ?? reason.code);
  if (skipped !== null && skipped.count > 1) {
    parts.push(`${skipped.count} runs from ${utcTime(skipped.from)} to ${utcTime(skipped.to)}`);
  }
  if (status === 'pending' && reason !== null) parts.push(`runs again at ${utcTime(availableAt)}`);
  return parts.join('; ');
}

export const executionColumns: readonly Column<Execution>[] = [
  { header: 'ID', cell: ({ id }) => id, fixed: true },
  {
    header: 'STARTED (UTC)',
    cell: ({ startedAt, scheduledAt }) => localTime(startedAt ?? scheduledAt, 'UTC'),
    fixed: true,
  },
  { header: 'STATUS', cell: ({ status }) => statusText(status), fixed: true },
  { header: 'ORIGIN', cell: ({ origin }) => origin },
  { header: 'ATTEMPTS', cell: ({ attemptsUsed }) => String(attemptsUsed), align: 'right' },
  {
    header: 'TOOK',
    cell: ({ durationMs }) => (durationMs === null ? '-' : elapsed(durationMs)),
    align: 'right',
    fixed: true,
  },
  { header: 'WHY', cell: whyText },
];

/** The columns for lists of executions of several jobs. */
export const runColumns: readonly Column<Execution>[] = [
  { header: 'JOB', cell: executionName },
  { header: 'TYPE', cell: ({ type }) => type },
  { header: 'SCHEDULED (UTC)', cell: ({ scheduledAt }) => localTime(scheduledAt, 'UTC'), fixed: true },
  { header: 'STATUS', cell: ({ status }) => statusText(status), fixed: true },
  {
    header: 'TOOK',
    cell: ({ durationMs }) => (durationMs === null ? '-' : elapsed(durationMs)),
    align: 'right',
    fixed: true,
  },
  { header: 'WHY', cell: whyText },
];

/** The columns for lists whose executions are looked at afterwards, by their ids. */
export const listedColumns: readonly Column<Execution>[] = [
  { header: 'ID', cell: ({ id }) => id, fixed: true },
  { header: 'JOB', cell: executionName },
  { header: 'TYPE', cell: ({ type }) => type },
  { header: 'QUEUE', cell: ({ queue }) => queue },
  {
    header: 'STARTED (UTC)',
    cell: ({ startedAt, scheduledAt }) => localTime(startedAt ?? scheduledAt, 'UTC'),
    fixed: true,
  },
  { header: 'STATUS', cell: ({ status }) => statusText(status), fixed: true },
  { header: 'WHY', cell: whyText },
];

/** `weekly-sales: success in 1.2 s`. An execution that waits for a retry shows the status of its last attempt. */
export function endedText(execution: Execution): string {
  const { status, durationMs, attempts } = execution;
  const ended = status === 'pending' ? (attempts.at(-1)?.status ?? status) : status;
  const took = durationMs === null ? '' : ` in ${elapsed(durationMs)}`;
  const why = whyText(execution);
  return `${executionName(execution)}: ${ended}${took}${why === '' ? '' : ` (${why})`}`;
}
