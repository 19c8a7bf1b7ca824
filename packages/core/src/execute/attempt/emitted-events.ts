import { type DomainEvent, EventInvalid, type JobContext } from '@scheduler/contracts';
import { checkInput, text } from '@scheduler/contracts/adapter';
import { problemOfEventName } from '../../support/input/event-name.js';
import { LONGEST_NAME } from '../../support/input/fields.js';
import { toJsonValue } from '../../support/input/json-value.js';

/** What handlers have said has happened. Most attempts say nothing, and take no place here. */
const emitted = new WeakMap<object, DomainEvent[]>();

const MOST_EVENTS = 100;

/** `context.emit` of an attempt. `requireLog` throws where the store has no event log. */
export function emitterOf(
  attempt: { readonly isOver: boolean; readonly isCompleting: boolean },
  requireLog: () => void,
): JobContext['emit'] {
  return (name, data) => {
    requireLog();
    const event = { name: readName(name), data: toJsonValue(data, 'data', EventInvalid) };
    // Its outcome is known already, and the event would be lost.
    if (attempt.isOver || attempt.isCompleting) return;
    const events = emitted.get(attempt) ?? [];
    if (events.length >= MOST_EVENTS) throw new EventInvalid(tooMany(name));
    emitted.set(attempt, [...events, event]);
  };
}

/** Undefined: it has said nothing. */
export function emittedBy(attempt: object): readonly DomainEvent[] | undefined {
  return emitted.get(attempt);
}

function readName(name: unknown): string {
  checkInput({ value: name, check: text(LONGEST_NAME), field: 'name', error: EventInvalid });
  const reserved = problemOfEventName(name as string);
  if (reserved !== null) throw new EventInvalid({ field: 'name', value: name, ...reserved });
  return name as string;
}

function tooMany(name: string) {
  return {
    field: 'name',
    value: name,
    problem: `is one event more than the ${MOST_EVENTS} that an attempt can emit`,
    accepted: 'fewer events, such as one with a list in its data',
  };
}
