import { hasInstants, isSchedulerError, type Trigger } from '@scheduler/contracts';
import { createRecurrenceEngine } from '@scheduler/recurrence';

const engine = createRecurrenceEngine();

/** What is wrong with a trigger, in the words of the engine, which name the field and what is accepted. Null: nothing. */
export function problemOfTrigger(trigger: Trigger): string | null {
  if (!hasInstants(trigger)) return null;
  try {
    engine.compile({ trigger, anchor: new Date(0), startAt: null, endAt: null });
    return null;
  } catch (error) {
    if (isSchedulerError(error)) return error.message;
    throw error;
  }
}
