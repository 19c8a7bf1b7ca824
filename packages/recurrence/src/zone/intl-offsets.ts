import type { OffsetReader } from './zone-timeline.js';

const READING = /^(\d+)\/(\d+)\/(\d+), (\d+):(\d+):(\d+)$/;

/** Local readings of a zone, by the tz data of the system. Throws RangeError for a zone that it does not know. */
export function intlReadings(zone: string): Intl.DateTimeFormat {
  return new Intl.DateTimeFormat('en-US', {
    timeZone: zone,
    calendar: 'gregory',
    numberingSystem: 'latn',
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  });
}

/** The offset of a zone: the local reading of an instant, minus the instant. */
export function offsetReader(format: Intl.DateTimeFormat): OffsetReader {
  return (second) => {
    const reading = READING.exec(format.format(second * 1_000));
    if (reading === null)
      throw new Error(
        `the system has no local time for ${format.resolvedOptions().timeZone} at second ${second}`,
      );
    const [month = 0, day = 0, year = 0, hour = 0, minute = 0, seconds = 0] = reading.slice(1).map(Number);
    return Date.UTC(year, month - 1, day, hour, minute, seconds) / 1_000 - second;
  };
}
