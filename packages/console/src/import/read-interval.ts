const MS: Readonly<Record<string, number>> = {
  second: 1_000,
  minute: 60_000,
  hour: 3_600_000,
  day: 86_400_000,
  week: 604_800_000,
};
const WORDS = /^(?:(\d+|an?|one)\s+)?(second|minute|hour|day|week)s?$/i;

/** Milliseconds of `300000`, `5 minutes`, `an hour`. Null: it is no interval, but perhaps a cron expression. */
export function readInterval(text: string): number | null {
  if (/^\d+$/.test(text)) return Number(text);
  const [, count = '1', unit] = WORDS.exec(text) ?? [];
  if (unit === undefined) return null;
  const length = MS[unit.toLowerCase()];
  return length === undefined ? null : length * (/^\d+$/.test(count) ? Number(count) : 1);
}
