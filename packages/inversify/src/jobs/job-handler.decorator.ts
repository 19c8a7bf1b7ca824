import type { Newable } from 'inversify';
import {
  addFacts,
  type HandlesJobs,
  type HandlesTypedJobs,
  type JobTypeSource,
  type TypedSource,
} from './job-class.js';

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
export function jobHandler(type: string | readonly string[]): (target: Newable<HandlesJobs>) => void;
/** The handler of a definition, such as `defineJob` makes: it gets payloads that were read, and answers by its schema. */
export function jobHandler(type: TypedSource): (target: Newable<HandlesTypedJobs>) => void;
export function jobHandler(type: JobTypeSource): (target: Newable<HandlesTypedJobs>) => void {
  return (target) => addFacts(target, { handles: type });
}
