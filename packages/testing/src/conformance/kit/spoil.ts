/**
 * Changes everything that can be changed in a value that somebody handed over: instants, lists, and the members of objects at every depth.
 * What is frozen refuses, which is fine too.
 */
export function spoil(value: unknown, seen = new Set<unknown>()): void {
  if (typeof value !== 'object' || value === null || seen.has(value)) return;
  seen.add(value);
  if (Object.prototype.toString.call(value) === '[object Date]') {
    (value as Date).setTime(0);
    return;
  }
  for (const member of Object.values(value)) spoil(member, seen);
  for (const key of Object.keys(value)) overwrite(value as Record<string, unknown>, key);
  if (Array.isArray(value)) attempt(() => value.push('spoilt'));
  else attempt(() => void ((value as Record<string, unknown>)['spoilt'] = true));
}

function overwrite(object: Record<string, unknown>, key: string): void {
  const value = object[key];
  if (typeof value === 'number') attempt(() => void (object[key] = value - 1_000));
  if (typeof value === 'string') attempt(() => void (object[key] = `${value} spoilt`));
}

function attempt(change: () => void): void {
  try {
    change();
  } catch (error) {
    // By its name, because a value of another realm throws an error of that realm.
    if ((error as Error).name !== 'TypeError') throw error;
  }
}
