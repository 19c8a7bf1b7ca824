import { type DurationInput, toMilliseconds } from '../values/duration.js';
import { builtWith, DEFAULT_ZONE, type DstPolicy, dstPolicy, type ZoneOptions } from './zone-options.js';

export type Weekday = 'monday' | 'tuesday' | 'wednesday' | 'thursday' | 'friday' | 'saturday' | 'sunday';

export const WEEKDAYS: readonly Weekday[] = [
  'monday',
  'tuesday',
  'wednesday',
  'thursday',
  'friday',
  'saturday',
  'sunday',
];

/** Runs once, at an instant that is in the future when the job is scheduled. */
export interface OnceTrigger {
  readonly kind: 'once';
  readonly at: Date;
}

/** Runs once, immediately. */
export interface NowTrigger {
  readonly kind: 'now';
}

/** Runs at the instants of all expressions, read in a zone. */
export interface CronTrigger {
  readonly kind: 'cron';
  readonly expressions: readonly string[];
  readonly zone: string;
  readonly dst: DstPolicy;
}

/** Runs every `durationMs`, counted from the anchor, so that it does not drift. */
export interface EveryTrigger {
  readonly kind: 'every';
  readonly durationMs: number;
  /** Occurrence k is `anchor + k × duration`. Null: `startAt`, otherwise the time of scheduling. */
  readonly anchor: Date | null;
}

/** The k-th (or last) such weekday of a month. */
export interface NthWeekday {
  readonly nth: 1 | 2 | 3 | 4 | 5 | 'last';
  readonly weekday: Weekday;
}

/** Runs every n days, weeks, months or years at a local time. */
export interface CalendarTrigger {
  readonly kind: 'calendar';
  readonly unit: 'day' | 'week' | 'month' | 'year';
  /** Every n units, counted from the anchor's date. */
  readonly every: number;
  /** Local time, `HH:MM` or `HH:MM:SS`. */
  readonly at: string;
  readonly zone: string;
  readonly dst: DstPolicy;
  /** Weekly only. Empty: the anchor's weekday. */
  readonly weekdays: readonly Weekday[];
  /** Yearly only, 1 to 12. Null: the anchor's month. */
  readonly month: number | null;
  /** Monthly and yearly. Null: the anchor's day, unless `nthWeekday` is given. */
  readonly dayOfMonth: number | null;
  /** Monthly and yearly; excludes `dayOfMonth`. */
  readonly nthWeekday: NthWeekday | null;
  /** For a day that a month does not have: the last day of the month, or no occurrence in it. */
  readonly overflow: 'clamp' | 'skip';
  /** Null: `startAt`, otherwise the time of scheduling. */
  readonly anchor: Date | null;
}

/** Runs by an RFC 5545 recurrence rule, such as `FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=-1`, read in a zone. */
export interface RruleTrigger {
  readonly kind: 'rrule';
  /** The rule without DTSTART, which is `anchor` in the zone `zone`. */
  readonly rule: string;
  readonly zone: string;
  readonly dst: DstPolicy;
  /** The instant that the rule counts from. Null: `startAt`, otherwise the time of scheduling. */
  readonly anchor: Date | null;
}

/** Runs whenever the named event is triggered. It has no instants. */
export interface EventTrigger {
  readonly kind: 'event';
  readonly name: string;
  /** True: a job without a tenant runs for the events of all tenants too. Default: only for events without a tenant. */
  readonly allTenants?: true;
}

/** Runs once whenever a node starts, or once for each start of the cluster. */
export interface RebootTrigger {
  readonly kind: 'reboot';
  /** `cluster`: only when a node starts while no other node of the store is alive. Missing: at each start of a node. */
  readonly scope?: 'cluster';
}

/** `node`: once for each start of a node. `cluster`: once when the first node starts. */
export type RebootScope = 'node' | 'cluster';

/** When a job runs: a closed union, not a string that has to be guessed. */
export type Trigger =
  | OnceTrigger
  | NowTrigger
  | CronTrigger
  | EveryTrigger
  | CalendarTrigger
  | RruleTrigger
  | EventTrigger
  | RebootTrigger;

export type TriggerKind = Trigger['kind'];

export const TRIGGER_KINDS: readonly TriggerKind[] = [
  'once',
  'now',
  'cron',
  'every',
  'calendar',
  'rrule',
  'event',
  'reboot',
];

/** Whether a trigger has at most one instant. Its job ends with that occurrence. */
export function isOneOff(trigger: Trigger): boolean {
  return trigger.kind === 'once' || trigger.kind === 'now';
}

/** Whether a trigger has instants of its own: one that waits for an event, or for the start of a node, has none. */
export function hasInstants(trigger: Trigger): boolean {
  return trigger.kind !== 'event' && trigger.kind !== 'reboot';
}

export interface CalendarOptions extends ZoneOptions {
  readonly at: string;
  readonly every?: number;
  readonly anchor?: Date;
}

export interface WeeklyOptions extends CalendarOptions {
  readonly on?: Weekday | readonly Weekday[];
}

export interface MonthlyOptions extends CalendarOptions {
  readonly day?: number;
  readonly nthWeekday?: NthWeekday;
  readonly overflow?: 'clamp' | 'skip';
}

export interface YearlyOptions extends MonthlyOptions {
  readonly month?: number;
}

function calendar(unit: CalendarTrigger['unit'], options: YearlyOptions & WeeklyOptions): CalendarTrigger {
  const { on } = options;
  const built: CalendarTrigger = {
    kind: 'calendar',
    unit,
    every: options.every ?? 1,
    at: options.at,
    zone: options.zone ?? DEFAULT_ZONE,
    dst: dstPolicy(options.dst),
    weekdays: on === undefined ? [] : typeof on === 'string' ? [on] : on,
    month: options.month ?? null,
    dayOfMonth: options.day ?? null,
    nthWeekday: options.nthWeekday ?? null,
    overflow: options.overflow ?? 'clamp',
    anchor: options.anchor ?? null,
  };
  return builtWith(built, options);
}

function cron(expressions: string | readonly string[], options: ZoneOptions = {}): CronTrigger {
  const built: CronTrigger = {
    kind: 'cron',
    expressions: typeof expressions === 'string' ? [expressions] : expressions,
    zone: options.zone ?? DEFAULT_ZONE,
    dst: dstPolicy(options.dst),
  };
  return builtWith(built, options);
}

function rrule(rule: string, options: ZoneOptions & { readonly anchor?: Date } = {}): RruleTrigger {
  const built: RruleTrigger = {
    kind: 'rrule',
    rule,
    zone: options.zone ?? DEFAULT_ZONE,
    dst: dstPolicy(options.dst),
    anchor: options.anchor ?? null,
  };
  return builtWith(built, options);
}

/**
 * Builds triggers with their defaults. They are checked when a job is scheduled.
 *
 * @example
 * trigger.cron('0 9 * * MON-FRI', { zone: 'Europe/Berlin' });
 * trigger.every('15m');
 * trigger.weekly({ on: ['monday', 'friday'], at: '08:30', zone: 'America/New_York' });
 * trigger.once(new Date('2030-01-01T00:00:00Z'));
 */
export const trigger = Object.freeze({
  once: (at: Date): OnceTrigger => ({ kind: 'once', at }),
  now: (): NowTrigger => ({ kind: 'now' }),
  cron,
  every: (duration: DurationInput, options: { readonly anchor?: Date } = {}): EveryTrigger => ({
    kind: 'every',
    durationMs: toMilliseconds(duration, 'trigger.every'),
    anchor: options.anchor ?? null,
  }),
  daily: (options: CalendarOptions): CalendarTrigger => calendar('day', options),
  weekly: (options: WeeklyOptions): CalendarTrigger => calendar('week', options),
  monthly: (options: MonthlyOptions): CalendarTrigger => calendar('month', options),
  yearly: (options: YearlyOptions): CalendarTrigger => calendar('year', options),
  rrule,
  event: (name: string, options: { readonly allTenants?: boolean } = {}): EventTrigger =>
    options.allTenants === true ? { kind: 'event', name, allTenants: true } : { kind: 'event', name },
  reboot: (options: { readonly scope?: RebootScope } = {}): RebootTrigger =>
    options.scope === 'cluster' ? { kind: 'reboot', scope: 'cluster' } : { kind: 'reboot' },
});
