import { ScheduleInvalid } from '@scheduler/contracts';
import { addMetadata, metadataOf, type JobMethod } from './job-class.js';
import type { DecoratedScheduleOptions } from './schedule-options.js';

export type ScheduledMethodOptions = DecoratedScheduleOptions & {
  /** Default: `<ClassName>.<method>`. */
  readonly type?: string;
};

/**
 * Makes a method a job, which calls the method with the context and the job. The method itself is not changed. The job is named
 * `<ClassName>.<method>` unless the options have a name.
 *
 * @example
 * class Housekeeping {
 *   @scheduled({ cron: '0 2 * * *', zone: 'Europe/Berlin', timeout: '30m' })
 *   async removeOldFiles() { … }
 * }
 */
export function scheduled({ type, ...options }: ScheduledMethodOptions) {
  return <TMethod extends JobMethod>(
    target: object,
    method: string | symbol,
    _descriptor: TypedPropertyDescriptor<TMethod>,
  ): void => {
    if (typeof target === 'function' || typeof method === 'symbol') {
      throw new ScheduleInvalid({
        field: `@scheduled ${String(method)}`,
        value: undefined,
        problem: typeof target === 'function' ? 'is static' : 'has no name',
        accepted: 'a method of the instances, with a name',
      });
    }
    const known = metadataOf(target.constructor).scheduled;
    const added = { method, type: type ?? null, options: options as DecoratedScheduleOptions };
    addMetadata(target.constructor, { scheduled: [...known, added] });
  };
}
