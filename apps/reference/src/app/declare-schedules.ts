import {
  isSchedulerError,
  type ScheduledJob,
  type ScheduleDefinition,
  type Scheduler,
} from '@scheduler/contracts';
import type { Pace } from '../reference-config.js';
import type { Domain } from '../tokens.js';

export function declaredSchedules(domains: readonly Domain[], pace: Pace): readonly ScheduleDefinition[] {
  return domains.flatMap(({ schedules, demoSchedules }) => [
    ...schedules,
    ...(pace === 'demo' ? demoSchedules : []),
  ]);
}

/** Stores what is declared. A job of that name that is stored already stays as it is: somebody may have changed it. */
export async function declareSchedules(
  scheduler: Scheduler,
  definitions: readonly ScheduleDefinition[],
): Promise<readonly ScheduledJob[]> {
  const jobs: ScheduledJob[] = [];
  for (const definition of definitions) jobs.push(await declare(scheduler, definition));
  return jobs;
}

async function declare(scheduler: Scheduler, definition: ScheduleDefinition): Promise<ScheduledJob> {
  const { name } = definition;
  const stored = name === undefined ? null : await scheduler.find(name);
  if (stored !== null) return stored;
  try {
    return await scheduler.schedule(definition);
  } catch (error) {
    // Another process that started at the same time was faster.
    const isStored = isSchedulerError(error) && error.code === 'JOB_ALREADY_EXISTS';
    if (!isStored || name === undefined) throw error;
    return scheduler.get(name);
  }
}
