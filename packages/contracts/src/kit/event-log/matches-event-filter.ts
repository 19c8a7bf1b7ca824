import type { EventRecord } from '../../event-log/logged-event.js';
import type { EventFilter } from '../../ports/event-log.js';
import { isInScope } from '../in-scope.js';

/** Whether a filter lets an event pass. */
export function matchesEventFilter(event: EventRecord, filter: EventFilter): boolean {
  const { tenant, names = [], entity, entityId, jobId, since, until } = filter;
  if (!isInScope(event, tenant)) return false;
  if (names.length > 0 && !names.includes(event.name)) return false;
  if (entity !== undefined && event.entity !== entity) return false;
  if (entityId !== undefined && event.entityId !== entityId) return false;
  if (jobId !== undefined && event.jobId !== jobId) return false;
  return (since === undefined || event.at >= since) && (until === undefined || event.at < until);
}

/** The first instant of the day in UTC: events before it are in segments that ended at or before the given instant. */
export function endOfPrunableSegments(before: Date): Date {
  return new Date(Date.UTC(before.getUTCFullYear(), before.getUTCMonth(), before.getUTCDate()));
}
