import { EventInvalid } from '@scheduler/contracts';

/** Enough digits for the milliseconds of the next thousands of years. */
const TIME_DIGITS = 14;
const FORM = /^\d{14}[a-t]\d{1,20}$/;
/** The letter before a sequence says how many digits it has, so that a longer one comes later. */
const NO_DIGITS = 'a'.charCodeAt(0) - 1;

/** The position of an entry of the stream: its id, written so that it compares as a text. */
export function positionOf(id: string): string {
  const [time = '', sequence = ''] = id.split('-');
  const length = String.fromCharCode(NO_DIGITS + sequence.length);
  return `${time.padStart(TIME_DIGITS, '0')}${length}${sequence}`;
}

/** Null: the text is no position. */
export function idOrNull(position: string): string | null {
  if (!FORM.test(position)) return null;
  const id = `${Number(position.slice(0, TIME_DIGITS))}-${position.slice(TIME_DIGITS + 1)}`;
  return positionOf(id) === position ? id : null;
}

/** Refuses a text that is no position. */
export function idOf(position: string): string {
  const id = idOrNull(position);
  if (id !== null) return id;
  const accepted = 'a position that this log has given';
  throw new EventInvalid({
    field: 'after',
    problem: 'is no position of this log',
    value: position,
    accepted,
  });
}
