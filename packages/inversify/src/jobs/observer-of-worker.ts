import type { AttemptEndNotice, JobObserver } from '@scheduler/contracts';
import { factsOf } from './job-class.js';
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

/** Notifies a worker of the executions of its own type. */
export function observerOf(jobClass: { readonly name: string }, worker: WorkerCallbacks): JobObserver {
  if (CALLBACKS.every((name) => worker[name] === undefined)) return NO_OBSERVER;
  const own = factsOf(jobClass).works?.type ?? jobTypeOf(jobClass.name);
  const ours = ({ execution }: { readonly execution: { readonly type: string } }) => execution.type === own;
  return {
    onEnqueue: (told) => (ours(told) ? worker.onEnqueue?.(told) : undefined),
    beforeJob: (told) => (ours(told) ? worker.onStart?.(told) : undefined),
    afterJob: (told) => (ours(told) ? ended(worker, told) : undefined),
    onRetry: (told) => (ours(told) ? worker.onRetry?.(told) : undefined),
    onDead: (told) => (ours(told) ? worker.onDead?.(told) : undefined),
  };
}

async function ended(worker: WorkerCallbacks, told: AttemptEndNotice): Promise<void> {
  if (told.error !== null) await worker.onFailure?.(told);
  else if (told.execution.status === 'success') await worker.onSuccess?.(told);
  await worker.onComplete?.(told);
}
