import type { ScheduleDefinition } from '@scheduler/contracts';
import type { Bind } from 'inversify';
import { SCHEDULER_JOBS } from './tokens.js';

/**
 * Declares jobs under the tag: the node stores them when it starts, and follows their declarations from then on. Each needs a name.
 *
 * @example
 * new ContainerModule(({ bind }) => {
 *   bindJobs(bind, { type: 'export_report', name: 'weekly-sales', trigger: trigger.cron('0 9 * * MON') });
 * });
 */
export function bindJobs(bind: Bind, ...definitions: readonly ScheduleDefinition[]): void {
  bind(SCHEDULER_JOBS).toConstantValue(definitions);
}
