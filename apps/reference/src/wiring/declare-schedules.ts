import type { ScheduledJob, ScheduleDefinition } from '@scheduler/contracts';
import type { SchedulerNode } from '@scheduler/core';
import type { Pace } from '../settings/reference-config.js';
import type { Domain } from '../settings/tokens.js';

/** The jobs that all domains declare. At demo pace there are more, which are paused when the application runs at its real pace again. */
export function declaredSchedules(domains: readonly Domain[], pace: Pace): readonly ScheduleDefinition[] {
  return domains.flatMap(({ schedules, demoSchedules }) => [
    ...schedules,
    ...(pace === 'demo' ? demoSchedules : []),
  ]);
}

/** Stores the declared jobs, as the start of a node does, and returns them. */
export async function declareSchedules({
  declared,
  scheduler,
}: Pick<SchedulerNode, 'declared' | 'scheduler'>): Promise<readonly ScheduledJob[]> {
  const { plan } = await declared.reconcile();
  const names = plan.entries.filter(({ action }) => action !== 'orphan').map(({ name }) => name);
  return Promise.all(names.map((name) => scheduler.get(name)));
}
