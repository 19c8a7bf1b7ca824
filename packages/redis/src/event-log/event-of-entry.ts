import { type JsonObject, jobStatuses, type LoggedEvent } from '@scheduler/contracts';
import {
  type EventContext,
  type EventRecord,
  executionAdded,
  jobChanged,
  jobScheduled,
  parseJson,
  queueChanged,
} from '@scheduler/contracts/adapter';
import { readableExecution } from '../executions/corrupt-execution.js';
import { readableDefinition, readableJob } from '../jobs/corrupt-job.js';
import { JOB_FIELDS, type JobHash } from '../jobs/job-hash.js';
import { settingsFromFields } from '../queues/queue-settings.js';
import { positionOf } from './positions.js';

/** An entry of the stream: its id, and the names and values of its fields. */
export type StreamEntry = readonly [id: string, fields: readonly string[]];

type Fields = Readonly<Record<string, string>>;

interface Entry {
  readonly head: Fields;
  /** The fields of a hash before the change. Null: there was none, or the entry has a named event. */
  readonly was: Fields | null;
  readonly is: Fields;
}

/** The event of an entry as `database/event-logging.ts` describes it. */
export function eventOfEntry([id, fields]: StreamEntry): LoggedEvent {
  const entry = entryOf(fields);
  const { head } = entry;
  const context = { at: new Date(Number(head['at'])), cause: head['c'] ?? null };
  const record =
    head['n'] === undefined ? changedEvent(entry, context) : namedEvent(head, head['n'], context);
  return { ...record, position: positionOf(id) };
}

function entryOf(list: readonly string[]): Entry {
  const head: Record<string, string> = {};
  const is: Record<string, string> = {};
  let was: Record<string, string> | null = null;
  let section = head;
  for (let index = 0; index + 1 < list.length; index += 2) {
    const [name = '', value = ''] = [list[index], list[index + 1]];
    if (section !== is && name === 'is') section = is;
    else if (section === head && name === 'was') section = was = {};
    else section[name] = value;
  }
  return { head, was, is };
}

function namedEvent(head: Fields, name: string, context: EventContext): EventRecord {
  return {
    name,
    version: Number(head['v'] ?? 1),
    tenant: head['t'] ?? null,
    entity: (head['e'] ?? '') as EventRecord['entity'],
    entityId: head['i'] ?? '',
    jobId: head['j'] ?? null,
    data: (head['d'] === undefined ? {} : parseJson(head['d'])) as JsonObject,
    ...context,
  };
}

/** The event of a hash that a script has changed by itself. Such an entry is only appended where there is an event. */
function changedEvent({ head, was, is }: Entry, context: EventContext): EventRecord {
  const { e: entity, i: id = '' } = head;
  if (entity === 'execution') return executionAdded(readableExecution(is), context);
  if (entity === 'job') return jobEvent(head, { was, is }, context);
  const before = was === null ? null : settingsFromFields(id, was);
  const [event] = queueChanged(before, settingsFromFields(id, is), context);
  return event ?? namedEvent(head, 'QueueScaled', context);
}

function jobEvent(head: Fields, { was, is }: Pick<Entry, 'was' | 'is'>, context: EventContext): EventRecord {
  const { i: id = '', t: tenant = '' } = head;
  if (was === null) return jobScheduled(readableJob(id, { ...UNCHANGED, ...is }), context);
  const same = { ...UNCHANGED, tenant };
  const before = readableJob(id, { ...same, ...readable(was) });
  const [event] = jobChanged(before, readableJob(id, { ...same, ...is }), context);
  return event ?? namedEvent(head, 'JobUpdated', context);
}

/** What stands for the fields of a job that a change leaves as they were. */
const UNCHANGED: JobHash = {
  ...(Object.fromEntries(JOB_FIELDS.map((field) => [field, ''])) as JobHash),
  d: JSON.stringify(readableDefinition('')),
  payload: 'null',
  status: 'active',
  created: '0',
  updated: '0',
};

/** A status that was changed by hand is none, which is why the job is paused. Without it the pause would not be seen. */
function readable(was: Fields): Fields {
  const { status } = was;
  return status === undefined || jobStatuses.has(status) ? was : { ...was, status: UNCHANGED.status };
}
