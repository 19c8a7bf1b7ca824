import type { AttemptEndNotice, JobObserver } from '@scheduler/contracts';
import { metadataOf } from './job-class.js';
import { jobTypeOf } from './job-type-of.js';
import type { WorkerCallbacks } from './job-worker.js';

/** The observer of a worker without callbacks. A node leaves it out, since notifying observers takes time. */
export const NO_OBSERVER: JobObserver = Object.freeze({});

const CALLBACKS = [
  'onEnqueue',
  'onStart',
  'onSuccess',
  'onFailure',
  'onRetry',
  'onDead',
  'onComplete',
] as const satisfies readonly (keyof WorkerCallbacks)[];

/** Notifies a worker of the executions of its workerType type. */
export function observerOf(jobClass: { readonly name: string }, worker: WorkerCallbacks): JobObserver {
  if (CALLBACKS.every((name) => worker[name] === undefined)) return NO_OBSERVER;
  const workerType = metadataOf(jobClass).works?.type ?? jobTypeOf(jobClass.name);
  const isOwn = ({ execution }: { readonly execution: { readonly type: string } }) =>
    execution.type === workerType;
  return {
    onEnqueue: (notice) => (isOwn(notice) ? worker.onEnqueue?.(notice) : undefined),
    beforeJob: (notice) => (isOwn(notice) ? worker.onStart?.(notice) : undefined),
    afterJob: (notice) => (isOwn(notice) ? notifyEnd(worker, notice) : undefined),
    onRetry: (notice) => (isOwn(notice) ? worker.onRetry?.(notice) : undefined),
    onDead: (notice) => (isOwn(notice) ? worker.onDead?.(notice) : undefined),
  };
}

async function notifyEnd(worker: WorkerCallbacks, notice: AttemptEndNotice): Promise<void> {
  if (notice.error !== null) await worker.onFailure?.(notice);
  else if (notice.execution.status === 'success') await worker.onSuccess?.(notice);
  await worker.onComplete?.(notice);
}
