import { z } from 'zod';

/** Fields of the data of events. What is composite in a row is checked as JSON here, since the row's own rules stand elsewhere. */

const INSTANT = /^[-+]?\d{4,6}-\d{2}-\d{2}T[\d:.]+Z$/;

export const instant = z.string().regex(INSTANT);
export const count = z.number().int().min(0);
export const word = z.string();
export const maybeWord = word.nullable();
export const json = z.json();
export const object = z.record(z.string(), z.json());
export const maybeObject = object.nullable();

const maybeInstant = instant.nullable();
const words = z.array(word);

/** The fields of a job. */
export const JOB = z.strictObject({
  id: word,
  name: word,
  description: maybeWord,
  type: word,
  targetId: maybeWord,
  payload: json,
  trigger: object,
  policies: object,
  tags: words,
  metadata: object,
  tenant: maybeWord,
  createdBy: maybeWord,
  status: word,
  startAt: maybeInstant,
  endAt: maybeInstant,
  maxExecutions: count.nullable(),
  jitterMs: count,
  exclusions: maybeObject,
  nextRunAt: maybeInstant,
  lastRunAt: maybeInstant,
  counters: object,
  revision: count,
  createdAt: instant,
  updatedAt: instant,
  pausedAt: maybeInstant,
  completedAt: maybeInstant,
  cancelledAt: maybeInstant,
  statusReason: maybeWord,
  trace: maybeObject,
});

/** The fields of a new execution that are not as usual; the others are left out. */
export const NEW_EXECUTION = z
  .strictObject({
    jobId: maybeWord,
    jobName: maybeWord,
    type: word,
    targetId: maybeWord,
    payload: json,
    tags: words,
    metadata: object,
    tenant: maybeWord,
    queue: word,
    priority: count,
    policy: object,
    exclusive: z.boolean(),
    unique: maybeObject,
    concurrency: count.nullable(),
    concurrencyKey: maybeWord,
    concurrencyLimit: count.nullable(),
    origin: word,
    occurrenceAt: maybeInstant,
    occurrence: count.nullable(),
    lateness: word,
    scheduledAt: instant,
    availableAt: instant,
    status: word,
    reason: maybeObject,
    attemptsUsed: count,
    fence: count,
    owner: maybeWord,
    leaseUntil: maybeInstant,
    cancelRequest: maybeWord,
    startedAt: maybeInstant,
    startConfirmed: z.boolean(),
    unstartedRescues: count,
    finishedAt: maybeInstant,
    durationMs: z.number().nullable(),
    output: json,
    error: maybeObject,
    attempts: z.array(object),
    skipped: maybeObject,
    deadLetter: maybeObject,
    progress: maybeObject,
    originalExecutionId: maybeWord,
    workflow: maybeObject,
    trace: maybeObject,
    createdAt: instant,
  })
  .partial()
  .required({ type: true, queue: true, scheduledAt: true, createdAt: true });

/** What the end of an attempt, or of a wait, adds to what is known already. */
export const END = z
  .strictObject({
    status: word,
    fence: count,
    attempt: word,
    startedAt: instant,
    reason: object,
    error: object,
    attemptError: object,
    attemptsUsed: count,
    unstartedRescues: count,
    availableAt: instant,
    deadLetter: word,
    output: json,
  })
  .partial();

/** The fields of a run. Instants inside of its steps are numbers. */
export const RUN = z.looseObject({
  id: word,
  graphHash: word,
  tenant: maybeWord,
  status: word,
  steps: z.record(z.string(), object),
});
