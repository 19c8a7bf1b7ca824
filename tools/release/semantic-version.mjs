const VERSION = /^(\d+)\.(\d+)\.(\d+)(?:-([\w-]+(?:\.[\w-]+)*))?$/;

/** Refuses what is no version, and one that is not later than the present one. */
export function checkNext(next, present) {
  if (!VERSION.test(next ?? ''))
    throw new Error(`'${next ?? ''}' is no version: give one such as 1.4.0 or 2.0.0-rc.1.`);
  if (compare(next, present) <= 0) throw new Error(`${next} is not later than ${present}.`);
}

/** A prerelease comes before its release. */
export function compare(one, other) {
  const [a, b] = [one, other].map((text) => VERSION.exec(text));
  for (const part of [1, 2, 3]) if (a[part] !== b[part]) return Number(a[part]) - Number(b[part]);
  if (a[4] === undefined || b[4] === undefined)
    return Number(a[4] === undefined) - Number(b[4] === undefined);
  return comparePrerelease(a[4].split('.'), b[4].split('.'));
}

function comparePrerelease(one, other) {
  for (let at = 0; at < Math.max(one.length, other.length); at += 1) {
    const [a, b] = [one[at], other[at]];
    if (a === b) continue;
    if (a === undefined || b === undefined) return a === undefined ? -1 : 1;
    const numbers = [a, b].map((text) => /^\d+$/.test(text));
    if (numbers[0] && numbers[1]) return Number(a) - Number(b);
    if (numbers[0] !== numbers[1]) return numbers[0] ? -1 : 1;
    return a < b ? -1 : 1;
  }
  return 0;
}
