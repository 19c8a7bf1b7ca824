import { createRecurrenceEngine } from '@scheduler/recurrence';

const engine = createRecurrenceEngine();

/**
 * The instants at which a job must fire, computed from its trigger and window alone.
 *
 * @param activeFrom a time of the store at which the job was certainly stored
 */
export function expectedInstants({ trigger, startAt, endAt }, activeFrom = startAt) {
  const recurrence = engine.compile({ trigger, anchor: startAt, startAt, endAt });
  const instants = [];
  let at = recurrence.next(new Date(Math.max(startAt, activeFrom) - 1));
  while (at !== null) {
    instants.push(at);
    at = recurrence.next(at);
  }
  return instants;
}
