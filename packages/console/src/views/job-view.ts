import { isOneOff, type ScheduledJob, type Trigger } from '@scheduler/contracts';
import type { PreviewEntry, RecurrenceEngine } from '@scheduler/recurrence';
import type { SchedulerNode } from '@scheduler/core';
import type { Column } from '../output/table.js';
import { localTime, relativeTime } from '../output/times.js';
import type { Text } from '../output/text.js';
import { statusText } from './status-style.js';

/** A job as JSON: all stored fields, and its trigger in words. Instants are ISO 8601 texts. */
export function jobDocument(job: ScheduledJob, node: SchedulerNode) {
  return { ...job, avgDurationMs: job.avgDurationMs, when: inWords(job.trigger, node.recurrence) };
}

/** The trigger in plain English, or its kind if the stored trigger cannot be read any more. */
export function inWords(trigger: Trigger, recurrence: RecurrenceEngine): string {
  try {
    return recurrence.describe(trigger);
  } catch {
    return trigger.kind;
  }
}

/** The zone of a trigger; UTC for triggers without one. */
export function zoneOfTrigger(trigger: Trigger): string {
  return 'zone' in trigger ? trigger.zone : 'UTC';
}

export function jobColumns(node: SchedulerNode): readonly Column<ScheduledJob>[] {
  const now = node.clock.now();
  return [
    { header: 'NAME', cell: ({ name }) => name },
    { header: 'TYPE', cell: ({ type }) => type },
    { header: 'WHEN', cell: ({ trigger }) => withoutZone(inWords(trigger, node.recurrence), trigger) },
    { header: 'ZONE', cell: ({ trigger }) => zoneOfTrigger(trigger) },
    { header: 'NEXT RUN', cell: nextRunLocal, fixed: true },
    {
      header: 'RELATIVE',
      cell: ({ nextRunAt }) => (nextRunAt === null ? '-' : relativeTime(nextRunAt, now)),
      fixed: true,
    },
    { header: 'STATUS', cell: ({ status }): Text => statusText(status), fixed: true },
  ];
}

/** The zone has a separate column. */
function withoutZone(words: string, trigger: Trigger): string {
  const suffix = `, ${zoneOfTrigger(trigger)}`;
  return words.endsWith(suffix) ? words.slice(0, -suffix.length) : words;
}

function nextRunLocal({ nextRunAt, trigger }: ScheduledJob): string {
  return nextRunAt === null ? '-' : localTime(nextRunAt, zoneOfTrigger(trigger));
}

/** The next instants of a job, including those that daylight saving skips. Empty: there are none. */
export function nextRuns(job: ScheduledJob, node: SchedulerNode, count: number): readonly PreviewEntry[] {
  const remaining =
    job.maxExecutions === null ? count : Math.min(count, job.maxExecutions - job.counters.fired);
  if (job.nextRunAt === null || job.isFinal() || remaining <= 0) return [];
  // From the next run on instead of from now, since an overdue run has not happened yet.
  const from = new Date(job.nextRunAt.getTime() - 1);
  if (isOneOff(job.trigger)) {
    return [{ kind: 'run', at: job.nextRunAt, local: job.nextRunAt.toISOString(), note: null }];
  }
  // The whole job, so that its start, end and exclusions apply to the preview too.
  return node.recurrence.preview({ ...job, anchor: job.startAt ?? job.createdAt, from, count: remaining });
}
