import {
  addMetadata,
  type ClassOf,
  type HandlesJobs,
  type HandlesTypedJobs,
  type JobTypeSource,
  type TypedSource,
} from './job-class.js';

/**
 * Makes a class the handler of one or more job types. The class has `handle(job, context)`, and optionally `validate` and `backoff`.
 *
 * @example
 * @jobHandler('export_report')
 * class ExportReport {
 *   constructor(@inject(ORDERS) private readonly orders: Orders) {}
 *   async handle(job: HandledJob<{ report: string }>) { … }
 * }
 */
export function jobHandler(type: string | readonly string[]): (target: ClassOf<HandlesJobs>) => void;
/** Makes a class the handler of a definition, such as `defineJob` returns. Payloads and results are checked against its schemas. */
export function jobHandler(type: TypedSource): (target: ClassOf<HandlesTypedJobs>) => void;
export function jobHandler(type: JobTypeSource): (target: ClassOf<HandlesTypedJobs>) => void {
  return (target) => addMetadata(target, { handles: type });
}
