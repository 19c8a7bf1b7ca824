import {
  type CalendarOptions,
  type ScheduleDefinition,
  ScheduleInvalid,
  type Trigger,
  trigger,
  type ZoneOptions,
} from '@scheduler/contracts';
import type { DecoratedScheduleOptions, When } from './schedule-options.js';

type Builders = { readonly [TKey in keyof When]: (value: When[TKey], zone: ZoneOptions) => Trigger };

const build: Builders = {
  cron: (expressions, zone) => trigger.cron(expressions, zone),
  every: (duration) => trigger.every(duration),
  at: (at) => trigger.once(at),
  daily: (options, zone) => trigger.daily({ ...zone, ...timeOf(options) }),
  weekly: (options, zone) => trigger.weekly({ ...zone, ...options }),
  monthly: (options, zone) => trigger.monthly({ ...zone, ...options }),
  yearly: (options, zone) => trigger.yearly({ ...zone, ...options }),
  rrule: (rule, zone) => trigger.rrule(rule, zone),
  event: (name) => trigger.event(name),
  reboot: (scope) => trigger.reboot(scope === true ? {} : { scope }),
  now: () => trigger.now(),
  trigger: (value) => value,
};

const TRIGGER_KEYS = Object.keys(build) as readonly (keyof When)[];
const ZONED: ReadonlySet<keyof When> = new Set(['cron', 'daily', 'weekly', 'monthly', 'yearly', 'rrule']);

const TRIGGER_OPTIONS: ReadonlySet<string> = new Set([...TRIGGER_KEYS, 'zone', 'dst', 'retryDelay']);

function timeOf(options: string | CalendarOptions): CalendarOptions {
  return typeof options === 'string' ? { at: options } : options;
}

/** The job that the options of a decorator declare. `type` is also its name, unless the options have one. */
export function definitionOf(options: DecoratedScheduleOptions, type: string): ScheduleDefinition {
  const job = Object.entries(options).filter(([key]) => !TRIGGER_OPTIONS.has(key));
  return {
    name: type,
    ...(Object.fromEntries(job) as Omit<ScheduleDefinition, 'type' | 'trigger'>),
    ...backoffOf(options, type),
    type,
    trigger: triggerOf(options, type),
  };
}

function triggerOf(options: DecoratedScheduleOptions, type: string): Trigger {
  const [key, ...others] = TRIGGER_KEYS.filter((each) => options[each] !== undefined);
  if (key === undefined || others.length > 0)
    return refuse(
      type,
      key === undefined ? 'have no trigger' : `have several triggers: ${[key, ...others].join(' and ')}`,
    );
  const { zone, dst } = options;
  if (!ZONED.has(key) && (zone !== undefined || dst !== undefined))
    return refuse(type, `have ${zone === undefined ? 'dst' : 'zone'}, which has no effect with ${key}`);
  return buildTrigger(key, options);
}

function buildTrigger<TKey extends keyof When>(key: TKey, options: DecoratedScheduleOptions): Trigger {
  const { zone, dst } = options;
  const zoned = { ...(zone === undefined ? {} : { zone }), ...(dst === undefined ? {} : { dst }) };
  return build[key]((options as Partial<When> as When)[key], zoned);
}

function backoffOf(
  { retryDelay, backoff }: DecoratedScheduleOptions,
  type: string,
): Pick<ScheduleDefinition, 'backoff'> {
  if (retryDelay === undefined) return {};
  if (backoff !== undefined) return refuse(type, 'have both retryDelay and backoff');
  return { backoff: { strategy: 'exponential', delay: retryDelay } };
}

function refuse(type: string, problem: string): never {
  throw new ScheduleInvalid({
    field: type,
    value: undefined,
    problem: `its options ${problem}`,
    accepted: `exactly one of ${TRIGGER_KEYS.join(', ')}; zone and dst are allowed with ${[...ZONED].join(', ')}`,
  });
}
