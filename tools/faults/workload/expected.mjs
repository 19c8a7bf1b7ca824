import { createRecurrenceEngine } from '@scheduler/recurrence';

const engine = createRecurrenceEngine();

/**
 * Every instant at which a job was active, from its start to its end, as its trigger alone says.
 *
 * @param activeFrom a time of the store at which the job was stored beyond doubt
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
