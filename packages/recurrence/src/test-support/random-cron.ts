import type { SeededRandom } from './seeded-random.js';

const MONTHS = ['JAN', 'feb', 'Mar', 'APR', 'MAY', 'JUN', 'JUL', 'AUG', 'SEP', 'OCT', 'NOV', 'DEC'];
const WEEKDAYS = ['SUN', 'mon', 'Tue', 'WED', 'THU', 'FRI', 'SAT'];

/** An expression that is likely to run near a date: its day fields often name that date. */
export function randomCron(random: SeededRandom, near: Date, withSeconds: boolean): string {
  const time = [random.chance(0.3) ? '*' : plainField(random, 0, 59), hours(random)];
  const seconds = withSeconds ? [random.chance(0.2) ? '*' : plainField(random, 0, 59)] : [];
  return [...seconds, ...time, days(random, near), months(random, near), weekdays(random, near)].join(' ');
}

/** A field of numbers, ranges, wrapped ranges, steps and lists of them. */
export function plainField(random: SeededRandom, min: number, max: number): string {
  const items = Array.from({ length: random.chance(0.25) ? random.between(2, 4) : 1 }, () =>
    plainItem(random, min, max),
  );
  return items.join(',');
}

function plainItem(random: SeededRandom, min: number, max: number): string {
  const value = () => random.between(min, max);
  const step = () => random.between(1, max - min + 1);
  return random.pick([
    () => String(value()),
    () => `${value()}-${value()}`,
    () => `${value()}-${value()}/${step()}`,
    () => `${value()}/${step()}`,
    () => `*/${step()}`,
  ])();
}

function hours(random: SeededRandom): string {
  return random.pick([
    () => '*',
    () => String(random.between(0, 3)),
    () => `${random.between(0, 3)},${random.between(0, 23)}`,
    () => '22-3',
    () => '0-3',
    () => plainField(random, 0, 23),
  ])();
}

function days(random: SeededRandom, near: Date): string {
  const day = near.getUTCDate();
  if (random.chance(0.6)) return random.pick(['*', '*', '?']);
  return random.pick([
    () => String(day),
    () => `${day}W`,
    () => 'L',
    () => 'LW',
    () => `L-${random.between(1, 30)}`,
    () => `${random.between(1, 31)}W,${day}`,
    () => `${random.between(1, 31)}-${day}`,
    () => plainField(random, 1, 31),
  ])();
}

function months(random: SeededRandom, near: Date): string {
  const month = near.getUTCMonth();
  if (random.chance(0.7)) return '*';
  return random.pick([
    () => String(month + 1),
    () => MONTHS[month]!,
    () => `${random.pick(MONTHS)}-${MONTHS[month]!}`,
    () => plainField(random, 1, 12),
  ])();
}

function weekdays(random: SeededRandom, near: Date): string {
  const weekday = near.getUTCDay();
  if (random.chance(0.6)) return random.pick(['*', '*', '?']);
  return random.pick([
    () => String(weekday === 0 ? 7 : weekday),
    () => WEEKDAYS[weekday]!,
    () => `${weekday}L`,
    () => `${random.pick(WEEKDAYS)}L,${weekday}#${random.between(1, 5)}`,
    () => `${WEEKDAYS[weekday]!}#${Math.ceil(near.getUTCDate() / 7)}`,
    () => `${random.pick(WEEKDAYS)}-${WEEKDAYS[weekday]!}`,
    () => `${random.between(0, 7)}-${random.between(0, 7)}`,
    () => `${random.between(0, 7)}-${random.between(0, 7)}/${random.between(1, 7)}`,
    () => plainField(random, 0, 6),
  ])();
}
