import type { JsonValue } from '@scheduler/contracts';

const LONGEST = 120;

export interface Difference {
  readonly name: string;
  /** Undefined: it was not there. */
  readonly from: string | undefined;
  readonly to: string | undefined;
}

/** Fields that change with each write and say nothing about it, and the id, which stands beside it. */
const NOISE = new Set(['revision', 'updated_at', 'created_at', 'id']);
/** What says most about something new comes first. */
const FIRST = ['name', 'handler_name', 'when', 'schedule', 'payload', 'queue'];

/** What differs between two states, field by field. */
export function differences(before: JsonValue, after: JsonValue): readonly Difference[] {
  const [old, next] = [fieldsOf(before), fieldsOf(after)];
  return [...new Set([...old.keys(), ...next.keys()])]
    .filter((name) => !NOISE.has(name) && textOf(old.get(name)) !== textOf(next.get(name)))
    .sort((one, other) => rankOf(one) - rankOf(other))
    .map((name) => ({ name, from: textOf(old.get(name)), to: textOf(next.get(name)) }));
}

function rankOf(name: string): number {
  const place = FIRST.indexOf(name);
  return place < 0 ? FIRST.length : place;
}

function fieldsOf(value: JsonValue): ReadonlyMap<string, JsonValue> {
  if (value === null) return new Map();
  if (typeof value !== 'object' || Array.isArray(value)) return new Map([['value', value]]);
  return new Map(Object.entries(value).filter(([, inner]) => !isEmpty(inner)));
}

function isEmpty(value: JsonValue): boolean {
  return value === null || (typeof value === 'object' && Object.keys(value).length === 0);
}

function textOf(value: JsonValue | undefined): string | undefined {
  if (value === undefined) return undefined;
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text;
}
