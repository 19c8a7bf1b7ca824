import { type Attempt, type Execution, formatDuration, maxAttempts, traceIdsOf } from '@scheduler/contracts';
import type { Column } from '../output/table.js';
import type { Text } from '../output/text.js';
import { elapsed, localTime, utcTime } from '../output/times.js';
import { progressText } from './progress-view.js';
import { statusText } from './status-style.js';

type Field = readonly [label: string, value: Text];

/** Every field of an execution as text; empty fields are left out. */
export function executionFields(execution: Execution): readonly Field[] {
  const { progress, skipped, policy } = execution;
  const fields: readonly (readonly [string, Text | null])[] = [
    ['id', execution.id],
    ['job', execution.jobName === null ? null : `${execution.jobName} (${execution.jobId})`],
    ['type', execution.type],
    ['workflow', placeText(execution)],
    ['status', statusText(execution.status)],
    ['reason', reasonText(execution)],
    ['progress', progressText(execution)],
    ['checkpoint', progress === null ? null : jsonText(progress.checkpoint)],
    [
      'attempts used',
      `${execution.attemptsUsed} of ${Math.max(execution.attemptsUsed, maxAttempts(execution))}`,
    ],
    ['queue', `${execution.queue}, priority ${execution.priority}`],
    ['timeout', formatDuration(policy.timeoutMs)],
    ['origin', execution.origin],
    ['retry of', execution.originalExecutionId],
    ['scheduled', `${utcTime(execution.scheduledAt)}, ${execution.lateness.replaceAll('_', ' ')}`],
    ['available', execution.status === 'pending' ? utcTime(execution.availableAt) : null],
    ['started', startText(execution)],
    [
      'lost before its start',
      execution.unstartedRescues === 0
        ? null
        : `${execution.unstartedRescues} ${execution.unstartedRescues === 1 ? 'time' : 'times'}`,
    ],
    ['finished', when(execution.finishedAt)],
    ['took', execution.durationMs === null ? null : elapsed(execution.durationMs)],
    ['runs on', execution.owner],
    ['lease until', when(execution.leaseUntil)],
    ['to be cancelled', execution.cancelRequest],
    [
      'skipped',
      skipped === null
        ? null
        : `${skipped.count} runs from ${utcTime(skipped.from)} to ${utcTime(skipped.to)}`,
    ],
    ['dead letter', execution.deadLetter === null ? null : `since ${utcTime(execution.deadLetter.at)}`],
    ['target', execution.targetId],
    ['payload', jsonText(execution.payload)],
    ['output', jsonText(execution.output)],
    ['error', execution.error === null ? null : `${execution.error.name}: ${execution.error.message}`],
    ['tags', execution.tags.length === 0 ? null : execution.tags.join(', ')],
    ['tenant', execution.tenant],
    ['trace', traceText(execution)],
  ];
  return fields.filter((field): field is Field => field[1] !== null);
}

/** Until its start is confirmed, only the claim of a running execution is known. */
function startText({ startedAt, startConfirmed }: Execution): string | null {
  const text = when(startedAt);
  return startConfirmed || text === null
    ? text
    : `${text}, when it was claimed; its start is not confirmed yet`;
}

/** `step pack, item 7 of run o1` */
function placeText({ workflow }: Execution): string | null {
  if (workflow === null) return null;
  const item = workflow.index === null ? '' : `, item ${workflow.index}`;
  return `step ${workflow.step}${item} of run ${workflow.run}`;
}

/** `4bf92f3577b34da6a3ce929d0e0e4736, span 00f067aa0ba902b7 in span 53995c3f42cd8ad8` */
function traceText(execution: Execution): string | null {
  const { traceId, spanId, parentSpanId } = traceIdsOf(execution);
  if (traceId === null) return null;
  const parent = parentSpanId === null ? '' : ` in span ${parentSpanId}`;
  return spanId === null ? `${traceId}${parent}` : `${traceId}, span ${spanId}${parent}`;
}

function when(instant: Date | null): string | null {
  return instant === null ? null : utcTime(instant);
}

function reasonText({ reason }: Execution): string | null {
  if (reason === null) return null;
  return reason.message === null ? reason.code : `${reason.code}: ${reason.message}`;
}

function jsonText(value: unknown): string | null {
  return value === null ? null : JSON.stringify(value);
}

export const attemptColumns: readonly Column<Attempt>[] = [
  { header: 'STARTED (UTC)', cell: ({ startedAt }) => localTime(startedAt, 'UTC'), fixed: true },
  { header: 'STATUS', cell: ({ status }) => statusText(status), fixed: true },
  {
    header: 'TOOK',
    cell: ({ startedAt, finishedAt }) => elapsed(finishedAt.getTime() - startedAt.getTime()),
    align: 'right',
    fixed: true,
  },
  { header: 'NODE', cell: ({ owner }) => owner },
  { header: 'ERROR', cell: ({ error }) => error?.message ?? '' },
];
