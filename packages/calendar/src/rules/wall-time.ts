import { IANAZone } from 'luxon';

/** What a clock on the wall of a zone shows, as the milliseconds that UTC would have at that reading. */
export type WallTime = number;

const DAY = 86_400_000;
const MINUTE = 60_000;

export function wallTimeOf(instant: Date, zone: string): WallTime {
  const time = instant.getTime();
  return time + IANAZone.create(zone).offset(time) * MINUTE;
}

/** The instant of a reading. Null: the reading is skipped or comes twice because clocks change, and calendars disagree about it. */
export function instantOfWallTime(wall: WallTime, zone: string): Date | null {
  const place = IANAZone.create(zone);
  const offsets = new Set([place.offset(wall - DAY), place.offset(wall + DAY)]);
  const instants = [...offsets]
    .map((offset) => ({ offset, time: wall - offset * MINUTE }))
    .filter(({ offset, time }) => place.offset(time) === offset);
  const [only] = instants;
  return only !== undefined && instants.length === 1 ? new Date(only.time) : null;
}
