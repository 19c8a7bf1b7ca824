type Values = Readonly<Record<string, unknown>>;

/**
 * A query or a filter from what stands in an address. That may be anything, and the server says what is wrong with it; what is empty is not
 * asked for.
 */
export function askedFor<T>(values: Values): T {
  const given = Object.entries(values).filter(([, value]) => value !== undefined && value !== '');
  return Object.fromEntries(given) as T;
}
