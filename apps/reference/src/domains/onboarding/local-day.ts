import { ScheduleInvalid } from '@scheduler/contracts';

/** The instant of an hour of the next local day in the zone. */
export function nextDayAt(hour: number, now: Date, zone: string): Date {
  const read = localReader(zone);
  const local = new Date(read(now));
  const wanted = Date.UTC(local.getUTCFullYear(), local.getUTCMonth(), local.getUTCDate() + 1, hour);
  // Computed twice, because the offset at the first guess may differ from the offset at the wanted hour itself.
  const guess = wanted - offset(read, wanted);
  return new Date(wanted - offset(read, guess));
}

/** Returns a function that reads the local time of an instant, as milliseconds as if it were UTC. */
function localReader(zone: string): (at: Date) => number {
  const format = formatter(zone);
  return (at) => {
    const parts = new Map(format.formatToParts(at).map(({ type, value }) => [type, Number(value)]));
    const part = (name: Intl.DateTimeFormatPartTypes) => parts.get(name) ?? 0;
    return Date.UTC(
      part('year'),
      part('month') - 1,
      part('day'),
      part('hour'),
      part('minute'),
      part('second'),
    );
  };
}

function offset(read: (at: Date) => number, instant: number): number {
  return read(new Date(instant)) - instant;
}

function formatter(zone: string): Intl.DateTimeFormat {
  try {
    return new Intl.DateTimeFormat('en-US', {
      timeZone: zone,
      hourCycle: 'h23',
      year: 'numeric',
      month: 'numeric',
      day: 'numeric',
      hour: 'numeric',
      minute: 'numeric',
      second: 'numeric',
    });
  } catch (cause) {
    throw new ScheduleInvalid(
      {
        field: 'zone',
        value: zone,
        problem: 'is not a time zone',
        accepted: "an IANA name such as 'Europe/Berlin'",
      },
      { cause },
    );
  }
}
