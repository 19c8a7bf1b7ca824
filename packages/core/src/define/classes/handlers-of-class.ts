import {
  defineBatch,
  defineHandler,
  type HandledJob,
  type JobContext,
  type JobHandler,
  type JsonValue,
} from '@scheduler/contracts';
import { metadataOf, type HandlesJobs, type JobTypeSource } from './job-class.js';
import { jobTypeOf } from './job-type-of.js';
import type { BatchWorker, JobWorker } from './job-worker.js';

/** Creates a handler from the singleton of a class. */
export type HandlerMaker = (instance: object) => JobHandler;

/** The handlers that the decorators of a class declare. */
export function handlersOfClass(jobClass: { readonly name: string }): readonly HandlerMaker[] {
  const { handles, works, scheduled } = metadataOf(jobClass);
  const methods = new Map(
    scheduled.map(({ method, type }) => [type ?? jobTypeOf(jobClass.name, method), method]),
  );
  return [
    ...(handles === null ? [] : [(instance: object) => plainHandler(handles, instance as HandlesJobs)]),
    ...(works === null
      ? []
      : [(instance: object) => workerHandler(works.type ?? jobTypeOf(jobClass.name), instance)]),
    ...[...methods].map(
      ([type, method]) =>
        (instance: object) =>
          methodHandler(type, instance as Record<string, unknown>, method),
    ),
  ];
}

function plainHandler(source: JobTypeSource, instance: HandlesJobs): JobHandler {
  const handle = (job: HandledJob<never>, context: JobContext) => instance.handle(job, context);
  const isTyped = typeof source === 'object' && 'type' in source;
  // The handler of the definition checks payloads and results against its schemas.
  if (isTyped && source.handler !== undefined)
    return source.handler({ handle, ...backoffOf(instance) } as never);
  const type = isTyped ? source.type : source;
  return defineHandler({ type, handle, ...optional(instance) }) as JobHandler;
}

function workerHandler(type: string, instance: object): JobHandler {
  if ('fetchItems' in instance) return batchHandler(type, instance as BatchWorker);
  const worker = instance as JobWorker;
  return defineHandler({
    type,
    handle: (job, context) => worker.perform(context, job),
    ...optional(worker),
  });
}

function batchHandler(type: string, worker: BatchWorker): JobHandler {
  return defineBatch<unknown, JsonValue>({
    type,
    ...worker.batchOptions?.(),
    fetchItems: (cursor, options) => worker.fetchItems(cursor, options),
    processItem: (item, options) => worker.processItem(item, options),
    ...optional(worker),
  });
}

function methodHandler(type: string, instance: Record<string, unknown>, method: string): JobHandler {
  const call = instance[method] as (context: JobContext, job: HandledJob) => unknown;
  return defineHandler({
    type,
    handle: (job, context) => call.call(instance, context, job),
  });
}

type Optional = Pick<JobHandler, 'validate' | 'backoff'>;

function optional(instance: Optional): Optional {
  const { validate } = instance;
  return {
    ...(validate === undefined ? {} : { validate: (payload) => validate.call(instance, payload) }),
    ...backoffOf(instance),
  };
}

function backoffOf(instance: Optional): Pick<Optional, 'backoff'> {
  const { backoff } = instance;
  return backoff === undefined ? {} : { backoff: (retry) => backoff.call(instance, retry) };
}
