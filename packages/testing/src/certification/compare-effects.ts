import { isDeepStrictEqual } from 'node:util';

/** What a run did to a resource, other than the undisturbed run did. */
export interface Harm {
  /** The member of the effects, such as `payments`. */
  readonly resource: string;
  /** `half done`: lost, while other effects are there. `changed`: it has another value than it should. */
  readonly outcome: 'twice' | 'lost' | 'half done' | 'changed' | 'unexpected';
  /** The effect, in words. */
  readonly effect: string;
}

interface Entry {
  readonly resource: string;
  readonly place: string;
  readonly text: string;
}

interface Counted extends Entry {
  readonly expected: number;
  readonly found: number;
}

/** Compares the effects of a run with those of an undisturbed one. The order of lists does not matter. */
export function compareEffects(expected: unknown, found: unknown): readonly Harm[] {
  if (isDeepStrictEqual(expected, found)) return [];
  const entries = count(entriesOf(expected), entriesOf(found));
  const missing = entries.filter((entry) => entry.found < entry.expected);
  const extra = entries.filter((entry) => entry.found > entry.expected);
  const somethingDone = entries.some((entry) => entry.expected > 0 && entry.found > 0);
  const unmatched = new Set(extra.filter((entry) => entry.expected === 0));
  const lost = missing.map((entry): Harm => {
    const { resource } = entry;
    const instead = [...unmatched].find(({ place }) => place === entry.place);
    if (instead === undefined)
      return { resource, outcome: somethingDone ? 'half done' : 'lost', effect: entry.text };
    unmatched.delete(instead);
    return { resource, outcome: 'changed', effect: `${entry.text} became ${instead.text}` };
  });
  const repeated = extra.filter((entry) => entry.expected > 0);
  return [
    ...repeated.map(({ resource, text }): Harm => ({ resource, outcome: 'twice', effect: text })),
    ...[...unmatched].map(({ resource, text }): Harm => ({ resource, outcome: 'unexpected', effect: text })),
    ...lost,
  ];
}

function count(expected: readonly Entry[], found: readonly Entry[]): readonly Counted[] {
  const counted = new Map<string, { entry: Entry; expected: number; found: number }>();
  const at = (entry: Entry) => {
    const key = `${entry.place} ${entry.text}`;
    const row = counted.get(key) ?? { entry, expected: 0, found: 0 };
    counted.set(key, row);
    return row;
  };
  for (const entry of expected) at(entry).expected += 1;
  for (const entry of found) at(entry).found += 1;
  return [...counted.values()].map(({ entry, ...numbers }) => ({ ...entry, ...numbers }));
}

/** Elements of lists, and values of objects, each with its place. */
function entriesOf(effects: unknown, place = ''): readonly Entry[] {
  if (Array.isArray(effects)) return effects.map((element) => entry(place, show(element)));
  if (isPlainObject(effects))
    return Object.entries(effects).flatMap(([name, value]) =>
      entriesOf(value, place === '' ? name : `${place}.${name}`),
    );
  return [entry(place, show(effects))];
}

function entry(place: string, text: string): Entry {
  return { resource: place.split('.', 1)[0] ?? '', place, text };
}

function isPlainObject(value: unknown): value is object {
  if (typeof value !== 'object' || value === null) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  // Test runners give each file an Object of its own.
  return prototype === null || Object.getPrototypeOf(prototype) === null;
}

function show(value: unknown): string {
  if (value instanceof Map || value instanceof Set) return JSON.stringify([...value]);
  return JSON.stringify(value) ?? String(value);
}
