import type { Trigger } from './trigger.js';
import { optionsOf, type ZoneOptions } from './zone-options.js';

/**
 * A new trigger of a job, with the zone and the daylight saving policy of its old one where the caller gave none. A trigger without a
 * zone stays as it is.
 */
export function keepZone(trigger: Trigger, old: Trigger): Trigger {
  if (!isZoned(trigger) || !isZoned(old)) return trigger;
  const given: ZoneOptions = optionsOf(trigger) ?? trigger;
  return { ...trigger, zone: given.zone ?? old.zone, dst: { ...old.dst, ...given.dst } };
}

export type ZonedTrigger = Extract<Trigger, { readonly zone: string }>;

/** Whether a trigger is read in a zone. */
export function isZoned(trigger: Trigger): trigger is ZonedTrigger {
  return trigger.kind === 'cron' || trigger.kind === 'calendar' || trigger.kind === 'rrule';
}
