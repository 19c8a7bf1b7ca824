import type { ScheduledJob } from '../../jobs/scheduled-job.js';
import type { ScheduledJobProps } from '../../jobs/scheduled-job-props.js';
import type { Trigger } from '../../jobs/trigger.js';
import type { JsonObject, JsonValue } from '../../values/json.js';
import { instantOf, isSameData, withData, withInstants } from './event-json.js';

const INSTANTS = [
  'startAt',
  'endAt',
  'nextRunAt',
  'lastRunAt',
  'createdAt',
  'updatedAt',
  'pausedAt',
  'completedAt',
  'cancelledAt',
] as const;

/** All fields of a job. */
export function jobData(job: ScheduledJob): JsonObject {
  return withData(Object.entries(job));
}

/** The fields of a job that differ from those before, with their new values. */
export function changedJobData(before: ScheduledJob, after: ScheduledJob): JsonObject {
  const known = before as unknown as Record<string, unknown>;
  return withData(Object.entries(after).filter(([key, value]) => !isSameData(known[key], value)));
}

/** Fields of a job out of the data of an event. */
export function jobProps(data: JsonObject): Partial<ScheduledJobProps> {
  const props = withInstants(data, INSTANTS);
  if (Object.hasOwn(data, 'trigger')) props['trigger'] = triggerOf(data['trigger']);
  return props;
}

function triggerOf(data: JsonValue | undefined): Trigger {
  const trigger = data as JsonObject;
  // In a calendar trigger `at` is a local time, which stays a text.
  const at = trigger['kind'] === 'once' ? { at: instantOf(trigger['at']) } : {};
  const anchor = Object.hasOwn(trigger, 'anchor') ? { anchor: instantOf(trigger['anchor']) } : {};
  return { ...trigger, ...at, ...anchor } as unknown as Trigger;
}
