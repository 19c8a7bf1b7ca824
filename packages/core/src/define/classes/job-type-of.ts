import { isJobType, JOB_TYPE_RULE, ScheduleInvalid } from '@scheduler/contracts';

/** Makes a job type from the names of a class and its method, with `_` for characters that a type may not contain. */
export function jobTypeOf(className: string, method?: string): string {
  const parts = method === undefined ? [className] : [className, method];
  const type = parts.map(clean).join('.');
  if (isJobType(type)) return type;
  throw new ScheduleInvalid({
    field: 'type',
    value: type,
    problem: `cannot be made from ${parts.map((part) => JSON.stringify(part)).join(' and ')}`,
    accepted: `a type of its own: ${JOB_TYPE_RULE}`,
  });
}

function clean(name: string): string {
  return name.replace(/[^A-Za-z0-9]+/g, '_').replace(/^_+|_+$/g, '');
}
