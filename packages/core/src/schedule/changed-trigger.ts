import { isZoned, keepZone, ScheduleInvalid, type Trigger, trigger } from '@scheduler/contracts';
import type { ReadChanges } from './input/definition-schema.js';

/** The parts of a change that concern the trigger. */
export type TriggerChanges = Pick<ReadChanges, 'trigger' | 'cron' | 'every' | 'zone'>;

/** Refuses changes of which one would have to be ignored. */
export function checkTriggerChanges({ trigger: whole, cron, every, zone }: TriggerChanges): void {
  const given = Object.entries({ trigger: whole, cron, every }).filter(([, value]) => value !== undefined);
  const [first, second] = given.map(([name]) => name);
  if (first !== undefined && second !== undefined)
    throw refuse(second, `is given beside ${first}`, `one of trigger, cron and every`);
  if (zone !== undefined && first !== undefined && first !== 'cron')
    throw refuse('zone', `has no meaning beside ${first}`, 'zone alone, or with cron');
}

/** The trigger of a job after a change. New cron expressions are read in the zone that the job has, unless another one is given. */
export function changedTrigger(
  current: Trigger,
  { trigger: whole, cron, every, zone }: TriggerChanges,
): Trigger {
  if (whole !== undefined) return whole;
  if (every !== undefined) return trigger.every(every);
  const changed = cron === undefined ? current : keepZone(trigger.cron(cron), current);
  if (zone === undefined) return changed;
  if (!isZoned(changed)) {
    throw refuse('zone', `has no meaning for a trigger of the kind '${changed.kind}'`, 'cron with a zone');
  }
  return { ...changed, zone };
}

function refuse(field: string, problem: string, accepted: string): ScheduleInvalid {
  return new ScheduleInvalid({ field, value: undefined, problem, accepted });
}
