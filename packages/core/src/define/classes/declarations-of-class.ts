import type { ScheduleDefinition } from '@scheduler/contracts';
import { definitionOf } from './definition-of-options.js';
import { metadataOf } from './job-class.js';
import { jobTypeOf } from './job-type-of.js';
import type { Scheduled } from './job-worker.js';

/** The jobs that a class declares, by its decorators and by `schedule()` of its instance. */
export function declarationsOf(
  jobClass: { readonly name: string },
  instance: object,
): readonly ScheduleDefinition[] {
  const { works, scheduled } = metadataOf(jobClass);
  const ofMethods = scheduled.map(({ method, type, options }) =>
    definitionOf(options, type ?? jobTypeOf(jobClass.name, method)),
  );
  if (works === null) return ofMethods;
  const type = works.type ?? jobTypeOf(jobClass.name);
  const schedules = (instance as Scheduled).schedule?.() ?? [];
  return [...ofMethods, ...[schedules].flat().map((options) => definitionOf(options, type))];
}
