import { DateTime, IANAZone } from 'luxon';

/** A change of the clocks of a zone. Offsets are minutes east of UTC. */
export interface Transition {
  readonly at: number;
  readonly offsetBefore: number;
  readonly offsetAfter: number;
  readonly abbreviation: string;
  readonly isDaylightSaving: boolean;
}

const DAY = 86_400_000;
const MINUTE = 60_000;

/** The changes of the clocks between two instants, by the zone data of the runtime, in order. */
export function zoneTransitions(name: string, from: number, until: number): readonly Transition[] {
  const zone = IANAZone.create(name);
  const found: Transition[] = [];
  for (let day = from; day < until; day += DAY) {
    if (zone.offset(day) === zone.offset(day + DAY)) continue;
    const at = changeBetween(zone, day, day + DAY);
    found.push({
      at,
      offsetBefore: zone.offset(day),
      offsetAfter: zone.offset(day + DAY),
      ...nameAt(name, at),
    });
  }
  return found;
}

function changeBetween(zone: IANAZone, from: number, until: number): number {
  const before = zone.offset(from);
  let [low, high] = [from, until];
  while (high - low > MINUTE) {
    const middle = low + Math.floor((high - low) / 2 / MINUTE) * MINUTE;
    if (zone.offset(middle) === before) low = middle;
    else high = middle;
  }
  return high;
}

export function nameAt(zone: string, at: number): Pick<Transition, 'abbreviation' | 'isDaylightSaving'> {
  const time = DateTime.fromMillis(at, { zone, locale: 'en-US' });
  return { abbreviation: time.offsetNameShort ?? zone, isDaylightSaving: time.isInDST };
}
