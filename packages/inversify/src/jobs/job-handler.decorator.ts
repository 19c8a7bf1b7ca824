import type { Newable } from 'inversify';
import { addFacts, type HandlesJobs, type JobTypeSource } from './job-class.js';

/**
 * Makes a class the handler of one or more job types. It has `handle(job, context)`, and `validate` and `backoff` if it wants.
 *
 * @example
 * @jobHandler('export_report')
 * class ExportReport {
 *   constructor(@inject(ORDERS) private readonly orders: Orders) {}
 *   async handle(job: HandledJob<{ report: string }>) { … }
 * }
 */
export function jobHandler(type: JobTypeSource): (target: Newable<HandlesJobs>) => void {
  return (target) => addFacts(target, { handles: type });
}
