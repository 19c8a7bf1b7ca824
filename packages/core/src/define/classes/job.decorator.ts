import { addMetadata, type ClassOf } from './job-class.js';
import type { BatchWorker, JobWorker, Scheduled } from './job-worker.js';

/** A batch worker with items, cursors and payloads of any type. */
interface AnyBatchWorker extends Scheduled {
  fetchItems(cursor: never, options: never): ReturnType<BatchWorker['fetchItems']>;
  processItem(item: never, options: never): ReturnType<BatchWorker['processItem']>;
}

/**
 * Makes a class a worker: a job with its schedule, its work and its callbacks. A class that fetches and processes items is a
 * batch worker. The job type is the name of the class, unless one is given.
 *
 * @example
 * @job('send_invoices')
 * class SendInvoices implements JobWorker {
 *   schedule() {
 *     return { cron: '0 6 1 * *', zone: 'Europe/Berlin', timeout: '10m' } as const;
 *   }
 *   async perform(context: JobContext) { … }
 *   backoff(attempt: number) {
 *     return attempt * 60_000;
 *   }
 * }
 */
export function job(type?: string): (target: ClassOf<JobWorker<never> | AnyBatchWorker>) => void {
  return (target) => addMetadata(target, { works: { type } });
}
