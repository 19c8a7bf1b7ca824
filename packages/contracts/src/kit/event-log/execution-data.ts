import type { Execution } from '../../executions/execution.js';
import type { JsonObject } from '../../values/json.js';
import { isSameData, withData, withInstants } from './event-json.js';

const INSTANTS = [
  'occurrenceAt',
  'scheduledAt',
  'availableAt',
  'leaseUntil',
  'startedAt',
  'finishedAt',
  'createdAt',
] as const;

/** What most new executions are. It is not written down. */
const USUAL: Readonly<Partial<Record<keyof Execution, unknown>>> = Object.freeze({
  jobId: null,
  jobName: null,
  targetId: null,
  payload: null,
  tags: Object.freeze([]),
  metadata: Object.freeze({}),
  tenant: null,
  exclusive: false,
  unique: null,
  concurrency: null,
  concurrencyKey: null,
  concurrencyLimit: null,
  origin: 'enqueued',
  occurrenceAt: null,
  occurrence: null,
  lateness: 'on_time',
  status: 'pending',
  reason: null,
  attemptsUsed: 0,
  fence: 0,
  owner: null,
  leaseUntil: null,
  cancelRequest: null,
  startedAt: null,
  startConfirmed: true,
  unstartedRescues: 0,
  finishedAt: null,
  durationMs: null,
  output: null,
  error: null,
  attempts: Object.freeze([]),
  skipped: null,
  deadLetter: null,
  progress: null,
  originalExecutionId: null,
  workflow: null,
  trace: null,
});

/** The fields of a new execution that are not as usual. */
export function newExecutionData(execution: Execution): JsonObject {
  const usual: Readonly<Record<string, unknown>> = { ...USUAL, availableAt: execution.scheduledAt };
  return withData(
    Object.entries(execution).filter(
      ([key, value]) => key !== 'id' && (!(key in usual) || !isSameData(usual[key], value)),
    ),
  );
}

/** The execution that an event has added. */
export function executionFromData(id: string, data: JsonObject): Execution {
  const fields = withInstants(data, INSTANTS);
  const read = { ...USUAL, availableAt: fields['scheduledAt'], ...fields, id } as Execution;
  const { skipped, deadLetter } = read;
  return {
    ...read,
    skipped: skipped ? { ...skipped, from: new Date(skipped.from), to: new Date(skipped.to) } : null,
    deadLetter: deadLetter ? { ...deadLetter, at: new Date(deadLetter.at) } : null,
  };
}
