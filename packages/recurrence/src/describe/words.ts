/** `a`, `a and b`, `a, b and c` */
export function join(words: readonly string[], last = 'and'): string {
  if (words.length < 2) return words.join('');
  return `${words.slice(0, -1).join(', ')} ${last} ${words.at(-1)}`;
}

/** `1st`, `2nd`, `3rd`, `4th`, `11th`, `21st` */
export function ordinal(value: number): string {
  const teen = value % 100 >= 11 && value % 100 <= 13;
  const ending = teen ? 'th' : (['th', 'st', 'nd', 'rd'][value % 10] ?? 'th');
  return `${value}${ending}`;
}

/** `1 minute`, `5 minutes` */
export function count(amount: number, unit: string): string {
  return `${amount} ${unit}${amount === 1 ? '' : 's'}`;
}

/** `every minute`, `every 5 minutes` */
export function every(amount: number, unit: string): string {
  return amount === 1 ? `every ${unit}` : `every ${amount} ${unit}s`;
}

/** Shows values, where three or more consecutive ones become a range: `1, 2, 3, 7` → `1 to 3` and `7`. */
export function runs(values: readonly number[], show: (value: number) => string): readonly string[] {
  const words: string[] = [];
  for (let first = 0; first < values.length;) {
    let last = first;
    while (values[last + 1] === (values[last] ?? 0) + 1) last += 1;
    if (last - first < 2) last = first;
    const shown = [values[first], values[last]].map((value) => show(value ?? 0));
    words.push(last === first ? `${shown[0]}` : `${shown[0]} to ${shown[1]}`);
    first = last + 1;
  }
  return words;
}

export const MONTH_NAMES = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
];

/** Index 0 is Sunday. */
export const WEEKDAY_NAMES = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'];

export const monthName = (month: number): string => MONTH_NAMES[month - 1] ?? '';
export const weekdayName = (weekday: number): string => WEEKDAY_NAMES[weekday] ?? '';

export const capitalized = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1);
