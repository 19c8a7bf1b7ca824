/** `nextRunAt` → `next_run_at`. */
export function snakeCase(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

type Snake<T extends string> = T extends `${infer Head}${infer Rest}`
  ? Head extends Lowercase<Head>
    ? `${Head}${Snake<Rest>}`
    : `_${Lowercase<Head>}${Snake<Rest>}`
  : T;

/** A report in the form of the API: names in snake_case, instants as texts. */
export type Snaked<T> = T extends Date
  ? string
  : T extends readonly (infer Item)[]
    ? Snaked<Item>[]
    : T extends object
      ? { [K in keyof T as K extends string ? Snake<K> : K]: Snaked<T[K]> }
      : T;

/**
 * Turns a report of the scheduler into an answer. It must not be used for what holds data of an application, whose names are not ours to
 * change.
 */
export function snaked<T>(value: T): Snaked<T> {
  return convert(value) as Snaked<T>;
}

function convert(value: unknown): unknown {
  if (value instanceof Date) return value.toISOString();
  if (Array.isArray(value)) return value.map(convert);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [snakeCase(name), convert(inner)]));
}
