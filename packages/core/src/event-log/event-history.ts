import { EventInvalid, type LoggedEvent } from '@scheduler/contracts';
import {
  date,
  type EventLogBounds,
  fields,
  having,
  optional,
  wholeNumber,
} from '@scheduler/contracts/adapter';
import { argument, checkArguments, rejecting, throwing } from '../support/input/arguments.js';
import { byItsSchema, onProgress, reference } from '../support/input/common-arguments.js';
import {
  type EventLogQuery,
  type FollowedEvents,
  readEventQuery,
  readFollowQuery,
  readPosition,
} from './event-query.js';
import { followLog, type FollowLogParts } from './follow-log.js';
import type { EventLog } from '@scheduler/contracts/adapter';
import { type JobAtInstant, jobAtInstant } from './replay/at-instant.js';
import type { RowPorts } from './replay/stored-rows.js';
import { type LogVerification, verifyLog, type VerifyOptions } from './replay/verify-log.js';
import { upcast } from './schemas/upcast.js';

export interface EventListPage {
  /** Oldest first. */
  readonly items: readonly LoggedEvent[];
  /** What to give as `after` to read on, now or later. Null: the log is empty. */
  readonly next: string | null;
  /** True: nothing more matches yet. */
  readonly atEnd: boolean;
}

export interface EventHistoryParts extends Omit<FollowLogParts, 'log'>, RowPorts {
  readonly eventLog: EventLog;
  /** Opens the store, where nobody has, and is refused once the node has stopped. */
  readonly admit: (operation: string) => Promise<void>;
}

const PRUNED_AT_ONCE = 1_000;
const MOST_ROWS = 100_000_000;
const SIGNAL = having(['addEventListener'], 'the signal of an AbortController');

/** Reads the event log: what happened to jobs, executions, queues and workflows, in order, and who caused it. */
export class EventHistory {
  static {
    checkArguments<EventHistory>(EventHistory, {
      list: rejecting(EventInvalid, argument('query', byItsSchema)),
      follow: throwing(
        EventInvalid,
        argument('query', byItsSchema),
        argument('options', optional(fields({ signal: optional(SIGNAL) }, '{ signal }'))),
      ),
      find: rejecting(
        EventInvalid,
        argument('position', byItsSchema),
        argument('options', optional(fields({ tenant: byItsSchema }, '{ tenant }'))),
      ),
      bounds: rejecting(EventInvalid),
      prune: rejecting(EventInvalid, argument('options', fields({ before: date }, '{ before }'))),
      verify: rejecting(
        EventInvalid,
        argument(
          'options',
          optional(
            fields(
              { onProgress: optional(onProgress), rowsAtOnce: optional(wholeNumber(1, MOST_ROWS)) },
              '{ onProgress, rowsAtOnce }',
            ),
          ),
        ),
      ),
      jobAt: rejecting(
        EventInvalid,
        argument('jobId', reference),
        argument('at', date),
        argument('options', optional(fields({ tenant: byItsSchema }, '{ tenant }'))),
      ),
    });
  }

  constructor(private readonly parts: EventHistoryParts) {}

  /** A page of events, oldest first. Throws EventsPruned after a position whose successors were deleted. */
  async list(query: EventLogQuery): Promise<EventListPage> {
    const { after = null, ...request } = readEventQuery(query);
    const { events, next, atEnd } = await this.parts.eventLog.read({ ...request, after });
    return { items: events.map((event) => upcast(event)), next, atEnd };
  }

  /**
   * Events as they happen, until the signal is aborted or the loop is left.
   *
   * @example
   * for await (const event of node.eventLog.follow({ tenant: null, names: ['JobPaused'] }, { signal })) console.log(event.entityId);
   */
  follow(
    query: FollowedEvents,
    { signal }: { readonly signal?: AbortSignal } = {},
  ): AsyncIterableIterator<LoggedEvent> {
    return this.following(readFollowQuery(query), signal ?? null);
  }

  /** Null: there is no event at this position for this tenant; null stands for all tenants, which is the default. */
  async find(
    position: string,
    { tenant = null }: { readonly tenant?: string | null } = {},
  ): Promise<LoggedEvent | null> {
    const scope = readEventQuery({ tenant }).tenant;
    const found = await this.parts.eventLog.find({ position: readPosition(position), tenant: scope });
    return found === null ? null : upcast(found);
  }

  /** Which part of the log there is. */
  bounds(): Promise<EventLogBounds> {
    return this.parts.eventLog.bounds();
  }

  /** Deletes the events of whole days in UTC that ended at or before an instant. Returns how many. */
  async prune({ before }: { readonly before: Date }): Promise<number> {
    let deleted = 0;
    for (let count = 1; count > 0; deleted += count)
      count = await this.parts.eventLog.prune({ before, limit: PRUNED_AT_ONCE });
    return deleted;
  }

  /** Folds the log, and compares it with every job, execution, queue and run that is stored. It changes nothing. */
  verify(options: VerifyOptions = {}): Promise<LogVerification> {
    return verifyLog(this.parts, options);
  }

  /** A job and its executions as they were at an instant, as far as the log goes back. */
  jobAt(
    jobId: string,
    at: Date,
    { tenant = null }: { readonly tenant?: string | null } = {},
  ): Promise<JobAtInstant> {
    const scope = readEventQuery({ tenant }).tenant;
    return jobAtInstant(this.parts.eventLog, { jobId, at, tenant: scope });
  }

  private async *following(
    request: Parameters<typeof followLog>[1],
    signal: AbortSignal | null,
  ): AsyncGenerator<LoggedEvent, void, undefined> {
    await this.parts.admit('follow');
    yield* followLog({ ...this.parts, log: this.parts.eventLog }, request, signal);
  }
}
