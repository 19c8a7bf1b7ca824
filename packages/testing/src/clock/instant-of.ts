/** The milliseconds of an instant. Refuses a value that is not an instant. */
export function instantOf(value: Date | string): number {
  const ms = typeof value === 'string' ? Date.parse(value) : value.getTime();
  if (Number.isNaN(ms))
    throw new RangeError(`${String(value)} is not an instant; give a Date or an ISO 8601 text`);
  return ms;
}
