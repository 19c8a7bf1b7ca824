/** The milliseconds that a zone is ahead of UTC at an instant. */
function offsetMs(at: number, zone: string): number {
  const parts = new Intl.DateTimeFormat('en-CA', {
    timeZone: zone,
    hourCycle: 'h23',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
  }).formatToParts(new Date(at));
  const part = (type: Intl.DateTimeFormatPartTypes) =>
    Number(parts.find((each) => each.type === type)?.value ?? 0);
  const local = Date.UTC(
    part('year'),
    part('month') - 1,
    part('day'),
    part('hour'),
    part('minute'),
    part('second'),
  );
  return local - Math.floor(at / 1_000) * 1_000;
}

/** The instant of a local time such as `2027-03-28T02:00`. One that does not exist is that after the gap. Null: it is no local time. */
export function instantIn(zone: string, local: string): Date | null {
  const asUtc = Date.parse(`${local}Z`);
  if (Number.isNaN(asUtc)) return null;
  const guess = asUtc - offsetMs(asUtc, zone);
  return new Date(asUtc - offsetMs(guess, zone));
}

/** Whether the browser knows the zone. */
export function isZone(zone: string): boolean {
  try {
    new Intl.DateTimeFormat('en-GB', { timeZone: zone });
    return true;
  } catch {
    return false;
  }
}

export const ZONES: readonly string[] = ['UTC', ...Intl.supportedValuesOf('timeZone')];
export const ownZone = (): string => new Intl.DateTimeFormat().resolvedOptions().timeZone;
