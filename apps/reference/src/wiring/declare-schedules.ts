import type { ScheduledJob, ScheduleDefinition } from '@scheduler/contracts';
import type { SchedulerNode } from '@scheduler/core';
import type { Pace } from '../settings/reference-config.js';
import type { Domain } from '../settings/tokens.js';

/** What all domains declare. At demo pace there is more, which is paused when the application runs at its real pace again. */
export function declaredSchedules(domains: readonly Domain[], pace: Pace): readonly ScheduleDefinition[] {
  return domains.flatMap(({ schedules, demoSchedules }) => [
    ...schedules,
    ...(pace === 'demo' ? demoSchedules : []),
  ]);
}

/** Stores what is declared, as the start of a node does, and tells the jobs that came of it. */
export async function declareSchedules({
  declared,
  scheduler,
}: Pick<SchedulerNode, 'declared' | 'scheduler'>): Promise<readonly ScheduledJob[]> {
  const { plan } = await declared.reconcile();
  const names = plan.entries.filter(({ action }) => action !== 'orphan').map(({ name }) => name);
  return Promise.all(names.map((name) => scheduler.get(name)));
}
