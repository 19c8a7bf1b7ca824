import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import {
  type HandledJob,
  type JobContext,
  type JobHandler,
  type JsonObject,
  type JsonValue,
  moduleOfHandler,
  ScheduleInvalid,
} from '@scheduler/contracts';
import type { ThreadNote } from '../../system/threads/thread-messages.js';
import { ThreadPool } from '../../system/threads/thread-pool.js';

/** Calls the handlers that run in threads of this node. */
export class ThreadHandlers {
  private readonly pool: ThreadPool;
  private readonly callers = new WeakMap<JobHandler, JobHandler>();

  /** @param threads the most threads; null: as many as cores */
  constructor(threads: number | null) {
    this.pool = new ThreadPool(threads ?? undefined);
  }

  /** Throws ScheduleInvalid for a handler in a thread whose module is no path, or not there. */
  check(handler: JobHandler): void {
    const module = moduleOfHandler(handler);
    if (module === null || existsSync(module.startsWith('file:') ? fileURLToPath(module) : module)) return;
    throw new ScheduleInvalid({
      field: 'handler.module',
      value: module,
      problem: 'names a file that is not there',
      accepted: 'the module as it is built, with its extension',
    });
  }

  /** The handler as it is called: itself, or one that calls its module in a thread. */
  callerOf(handler: JobHandler): JobHandler {
    const module = moduleOfHandler(handler);
    if (module === null) return handler;
    const known = this.callers.get(handler);
    if (known !== undefined) return known;
    const caller = Object.create(handler, {
      handle: { value: (job: HandledJob, context: JobContext) => this.call(module, job, context) },
    }) as JobHandler;
    this.callers.set(handler, caller);
    return caller;
  }

  private call(module: string, job: HandledJob, context: JobContext): Promise<unknown> {
    return this.pool.run({
      module,
      job: jobForThread(job),
      context: contextForThread(context),
      signal: context.signal,
      onNote: (note) => passOn(note, context),
      checkpoint: (value) => context.checkpoint(value as JsonValue),
    });
  }
}

function passOn(note: ThreadNote, { progress, log }: JobContext): void {
  if (note.kind === 'progress') progress(note.done, note.total);
  else log[note.level](note.message, note.fields as JsonObject | undefined);
}

/** A job and an attempt are more than their values; what is sent is named here. */
function jobForThread({ id, name, type, targetId, payload, tags, metadata, tenant }: HandledJob): HandledJob {
  return { id, name, type, targetId, payload, tags: [...tags], metadata, tenant };
}

function contextForThread(context: JobContext): object {
  const { executionId, attempt, maxAttempts, scheduledAt, startedAt, lateness, occurrence } = context;
  const { fence, idempotencyKey, workflow, node, lastCheckpoint } = context;
  return {
    ...{ executionId, attempt, maxAttempts, scheduledAt, startedAt, lateness, occurrence },
    ...{ fence, idempotencyKey, workflow, node, lastCheckpoint },
  };
}
