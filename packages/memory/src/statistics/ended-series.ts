import type { Execution } from '@scheduler/contracts';
import {
  bucketAfter,
  type EndedSeries,
  endedSeriesOf,
  type EndedSeriesRequest,
  isInScope,
} from '@scheduler/contracts/adapter';
import type { MemoryDatabase } from '../database/memory-database.js';
import { executionsOf } from '../executions/list-executions.js';

export function endedSeries(database: MemoryDatabase, request: EndedSeriesRequest): EndedSeries {
  return request.jobId === null
    ? seriesOfAll(database, request)
    : seriesOfJob(database, request, request.jobId);
}

function seriesOfAll(database: MemoryDatabase, request: EndedSeriesRequest): EndedSeries {
  const { tenant, since, until, mostRead, bucketMs } = request;
  const running: Execution[] = [];
  const ended: Execution[] = [];
  for (const { execution } of database.executions.records.values()) {
    const { finishedAt } = execution;
    if (finishedAt === null) running.push(execution);
    else if (finishedAt >= since && finishedAt < until) ended.push(execution);
  }
  const cut = ended.length > mostRead ? (latestFirst(ended)[mostRead]?.finishedAt ?? null) : null;
  const counted = cut === null ? since : bucketAfter(cut, bucketMs);
  const own = [...ended, ...running].filter((execution) => isInScope(execution, tenant));
  return { since: counted, points: endedSeriesOf(own, { ...request, since: counted }) };
}

function latestFirst(ended: readonly Execution[]): readonly Execution[] {
  return ended.toSorted((one, other) => Number(other.finishedAt) - Number(one.finishedAt));
}

function seriesOfJob(database: MemoryDatabase, request: EndedSeriesRequest, jobId: string): EndedSeries {
  const { tenant, since, until, mostRead, bucketMs } = request;
  const latest = [...executionsOf(database, jobId)]
    .filter((execution) => execution.status !== 'pending' && isInScope(execution, tenant))
    .sort((one, other) => beganAt(other).getTime() - beganAt(one).getTime());
  const first = latest[mostRead];
  const whole = first === undefined ? since : bucketAfter(beganAt(first), bucketMs);
  const counted = whole < since ? since : whole > until ? until : whole;
  return {
    since: counted,
    points: endedSeriesOf(latest.slice(0, mostRead), { ...request, since: counted }),
  };
}

function beganAt({ startedAt, scheduledAt }: Execution): Date {
  return startedAt ?? scheduledAt;
}
