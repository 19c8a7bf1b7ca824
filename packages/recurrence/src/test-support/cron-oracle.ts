/**
 * A second implementation of cron expressions, for tests only. It shares no code with the engine and decides for each
 * reading of the clock whether it matches, slowly and directly by the text of the rules.
 */
export interface Reading {
  readonly year: number;
  readonly month: number;
  readonly day: number;
  readonly hour: number;
  readonly minute: number;
  readonly second: number;
}

const MONTHS = 'JAN FEB MAR APR MAY JUN JUL AUG SEP OCT NOV DEC'.split(' ');
const WEEKDAYS = 'SUN MON TUE WED THU FRI SAT'.split(' ');

export function fieldsOf(expression: string): string[] {
  const fields = expression.split(' ');
  return fields.length === 5 ? ['0', ...fields] : fields;
}

export function isFixed(expression: string): boolean {
  return fieldsOf(expression)
    .slice(0, 3)
    .every((field) => field[0] !== '*');
}

/** A function that matches readings against one expression. It caches its result for each value and each date. */
export function matcherOf(expression: string): (reading: Reading) => boolean {
  const [second, minute, hour, day, month, weekday] = fieldsOf(expression) as [
    string,
    string,
    string,
    string,
    string,
    string,
  ];
  const matchingSecond = cached((value) => inField(second, value, 0, 59));
  const matchingMinute = cached((value) => inField(minute, value, 0, 59));
  const matchingHour = cached((value) => inField(hour, value, 0, 23));
  const matchingDate = cached((_, reading) => {
    const inMonth = inField(replaceNames(month, MONTHS, 1), reading.month, 1, 12);
    return inMonth && dayMatches(day, weekday, reading);
  });
  return (reading) =>
    matchingSecond(reading.second, reading) &&
    matchingMinute(reading.minute, reading) &&
    matchingHour(reading.hour, reading) &&
    matchingDate(reading.year * 512 + reading.month * 32 + reading.day, reading);
}

function cached(decide: (key: number, reading: Reading) => boolean) {
  const known = new Map<number, boolean>();
  return (key: number, reading: Reading): boolean => {
    const answer = known.get(key) ?? decide(key, reading);
    known.set(key, answer);
    return answer;
  };
}

function dayMatches(day: string, weekday: string, reading: Reading): boolean {
  const byDay = day.split(',').some((item) => dayItemMatches(item, reading));
  const byWeekday = replaceNames(weekday, WEEKDAYS, 0)
    .split(',')
    .some((item) => weekdayItemMatches(item, reading));
  const restricted = (text: string) => text !== '?' && text[0] !== '*';
  return restricted(day) && restricted(weekday) ? byDay || byWeekday : byDay && byWeekday;
}

function dayItemMatches(item: string, { year, month, day }: Reading): boolean {
  const length = lastDay(year, month);
  if (item === '?') return true;
  if (item === 'LW') return day === lastWorkday(year, month);
  if (item.endsWith('W')) return day === nearestWorkday(year, month, Number(item.slice(0, -1)));
  if (item === 'L') return day === length;
  if (item.startsWith('L-')) return day === length - Number(item.slice(2));
  return inItem(item, day, 1, 31);
}

function weekdayItemMatches(item: string, { year, month, day }: Reading): boolean {
  const weekday = weekdayOf(year, month, day);
  if (item === '?') return true;
  if (item.endsWith('L')) return weekday === Number(item.slice(0, -1)) % 7 && day + 7 > lastDay(year, month);
  if (item.includes('#')) {
    const [wanted, nth] = item.split('#').map(Number) as [number, number];
    return weekday === wanted % 7 && Math.ceil(day / 7) === nth;
  }
  return inItem(item, weekday, 0, 6) || (weekday === 0 && /-/.test(item) && inItem(item, 7, 0, 7));
}

const lastDay = (year: number, month: number) => new Date(Date.UTC(year, month, 0)).getUTCDate();
const weekdayOf = (year: number, month: number, day: number) =>
  new Date(Date.UTC(year, month - 1, day)).getUTCDay();
const isWorkday = (weekday: number) => weekday >= 1 && weekday <= 5;

function lastWorkday(year: number, month: number): number {
  let day = lastDay(year, month);
  while (!isWorkday(weekdayOf(year, month, day))) day -= 1;
  return day;
}

function nearestWorkday(year: number, month: number, wanted: number): number {
  const length = lastDay(year, month);
  if (wanted > length) return 0;
  for (const distance of [0, -1, 1, -2, 2]) {
    const day = wanted + distance;
    if (day >= 1 && day <= length && isWorkday(weekdayOf(year, month, day))) return day;
  }
  return 0;
}

function replaceNames(text: string, names: readonly string[], first: number): string {
  return text.toUpperCase().replace(/[A-Z]{3}/g, (name) => String(names.indexOf(name) + first));
}

const inField = (text: string, value: number, min: number, max: number) =>
  text.split(',').some((item) => inItem(item, value, min, max));

function inItem(item: string, value: number, min: number, max: number): boolean {
  const [, range, step = '1'] = /^([^/]+)(?:\/(\d+))?$/.exec(item)!;
  const stride = Number(step);
  if (range === '*') return (value - min) % stride === 0;
  const [from, to] = range!.split('-').map(Number) as [number, number | undefined];
  const start = max === 6 && to === undefined ? from % 7 : from;
  if (to === undefined)
    return item.includes('/') ? value >= start && (value - start) % stride === 0 : value === start;
  if (from <= to) return value >= from && value <= to && (value - from) % stride === 0;
  const size = max === 7 ? 7 : max - min + 1;
  const beyond = value >= from ? value : value + size;
  return beyond >= from && beyond <= to + size && (beyond - from) % stride === 0;
}
