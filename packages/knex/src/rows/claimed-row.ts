import type { Execution, JobType, Priority } from '@scheduler/contracts';
import { type LeaseTerms, parseJson, traceFromText } from '@scheduler/contracts/adapter';
import type { Row } from '../database/results.js';
import { attemptsOf } from './attempts-json.js';
import { errorFromJson } from './error-json.js';
import { detailsOf } from './execution-details.js';
import { rangeOf } from './execution-row.js';
import { toDate, toNumberOrNull, toTenant, toTextOrNull } from './values.js';

/** The columns that a claim has to return. It knows what it has written itself, and the others are empty while the execution runs. */
export const CLAIMED_COLUMNS = [
  'id',
  'job_id',
  'tenant',
  'type',
  'queue',
  'priority',
  'payload',
  'details',
  'occurrence_at',
  'occurrence',
  'scheduled_at',
  'available_at',
  'tries',
  'fence',
  'cancel_request',
  'started_at',
  'unstarted_rescues',
  'duration_ms',
  'error',
  'attempts',
  'trace',
  'created_at',
];

const NO_ATTEMPTS: Execution['attempts'] = Object.freeze([]);

/**
 * Reads the rows of one claim. Executions that were enqueued and claimed together have most of their instants and names in common: they share
 * them, because thousands of them wait in a node at once, and a date takes as much memory as ten columns.
 */
export class ClaimedRows {
  private date = new Date(0);
  private started = new Date(0);
  private leaseUntil = new Date(0);
  private type = '' as JobType;
  private queue = '';

  constructor(private readonly terms: LeaseTerms) {}

  /** Throws if the row is corrupt. */
  read(row: Row): Execution {
    const details = detailsOf.parse(String(row['details']));
    const scheduledAt = this.dateOf(row['scheduled_at']);
    const availableAt = this.dateOf(row['available_at']);
    const createdAt = this.dateOf(row['created_at']);
    const startedAt = this.startOf(row['started_at']);
    return {
      id: String(row['id']),
      jobId: toTextOrNull(row['job_id']),
      jobName: details.jobName,
      type: this.typeOf(String(row['type'])),
      targetId: details.targetId,
      payload: parseJson(row['payload']),
      tags: details.tags,
      metadata: details.metadata,
      tenant: toTenant(row['tenant']),
      queue: this.queueOf(String(row['queue'])),
      priority: Number(row['priority']) as Priority,
      policy: details.policy,
      exclusive: details.exclusive,
      unique: details.unique,
      concurrency: details.concurrency,
      concurrencyKey: details.concurrencyKey,
      concurrencyLimit: details.concurrencyLimit,
      origin: details.origin,
      occurrenceAt: row['occurrence_at'] === null ? null : this.dateOf(row['occurrence_at']),
      occurrence: toNumberOrNull(row['occurrence']),
      lateness: details.lateness,
      scheduledAt,
      availableAt,
      status: 'running',
      reason: null,
      attemptsUsed: Number(row['tries']),
      fence: Number(row['fence']),
      owner: this.terms.owner,
      leaseUntil: this.leaseUntil,
      cancelRequest: toTextOrNull(row['cancel_request']),
      startedAt,
      startConfirmed: false,
      unstartedRescues: Number(row['unstarted_rescues'] ?? 0),
      finishedAt: null,
      durationMs: toNumberOrNull(row['duration_ms']),
      output: null,
      error: errorFromJson(row['error']),
      attempts: row['attempts'] === null ? NO_ATTEMPTS : attemptsOf(String(row['attempts'])),
      skipped: rangeOf(details.skipped),
      deadLetter: null,
      progress: details.progress,
      originalExecutionId: details.originalExecutionId,
      workflow: details.workflow,
      trace: traceFromText(row['trace']),
      createdAt,
    };
  }

  /** The statement has set the start and the lease of all its rows by the same instant. */
  private startOf(value: unknown): Date {
    const at = Number(value);
    if (this.started.getTime() !== at) {
      this.started = new Date(at);
      this.leaseUntil = new Date(at + Math.round(this.terms.leaseMs));
    }
    return this.started;
  }

  private dateOf(value: unknown): Date {
    const at = Number(value);
    if (this.date.getTime() !== at) this.date = toDate(at);
    return this.date;
  }

  private typeOf(type: string): JobType {
    if (this.type !== type) this.type = type as JobType;
    return this.type;
  }

  private queueOf(queue: string): string {
    if (this.queue !== queue) this.queue = queue;
    return this.queue;
  }
}
