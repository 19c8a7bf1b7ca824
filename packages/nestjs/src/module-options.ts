import { ConfigurationInvalid } from '@scheduler/contracts';
import type { SchedulerNodeOptions } from '@scheduler/core';

/** Everything that `createSchedulerNode` takes, and whether this process works. */
export interface SchedulerModuleOptions extends SchedulerNodeOptions {
  /** False: this process schedules and reads, and runs no job. Default: true. */
  readonly work?: boolean;
}

/** The options of a module apart from those of its node, which the node checks itself. */
export function checkModuleOptions(options: SchedulerModuleOptions): void {
  if (typeof options !== 'object' || options === null)
    throw new ConfigurationInvalid({
      field: 'options',
      value: options,
      problem: 'is not an object',
      accepted: 'SchedulerModule.forRoot({ store })',
    });
  const { work } = options;
  if (work === undefined || typeof work === 'boolean') return;
  throw new ConfigurationInvalid({
    field: 'work',
    value: work,
    problem: 'is not a boolean',
    accepted: 'true or false',
  });
}
