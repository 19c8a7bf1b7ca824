import { ScheduleInvalid } from '@scheduler/contracts';
import { BoundedCache } from '../local-time/bounded-cache.js';
import { intlReadings, offsetReader } from './intl-offsets.js';
import { nearestZones } from './nearest-zones.js';
import { SampledTimeline, UTC_TIMELINE, type ZoneTimeline } from './zone-timeline.js';

/** A zone of the system, with its changes of offset. */
export interface Zone {
  /** The name as the caller wrote it, or `UTC` for every alias of UTC. */
  readonly name: string;
  readonly timeline: ZoneTimeline;
}

const ZONE_RULE = 'an IANA time zone of this system, such as Europe/Berlin or UTC';
const LONGEST_NAME = 64;
const UTC_NAMES = /^(?:Etc\/)?(?:UTC|GMT|UCT|Zulu|Universal|Greenwich)$/;
const UTC: Zone = { name: 'UTC', timeline: UTC_TIMELINE };

/** Resolves names to zones; zones and their timelines are shared between all jobs. */
export class ZoneCatalog {
  private readonly zones = new BoundedCache<string, Zone>(1_024);
  private readonly timelines = new BoundedCache<string, ZoneTimeline>(512);

  get(name: unknown): Zone {
    if (name === 'UTC') return UTC;
    if (typeof name !== 'string') throw refuse(name, 'must be the name of a time zone');
    return this.zones.getOrCreate(name, () => this.resolve(name));
  }

  private resolve(name: string): Zone {
    if (/^z$/i.test(name)) return UTC;
    if (/^(?:utc|gmt)?[+-]\d/i.test(name)) {
      throw refuse(name, 'is an offset, not a time zone: an offset has no daylight saving');
    }
    const readings = readingsOf(name);
    if (readings === null) throw unknownZone(name);
    const canonical = readings.resolvedOptions().timeZone;
    if (UTC_NAMES.test(canonical)) return UTC;
    const timeline = this.timelines.getOrCreate(canonical, () => new SampledTimeline(offsetReader(readings)));
    return { name, timeline };
  }
}

/** Null: the system does not know the zone. */
function readingsOf(name: string): Intl.DateTimeFormat | null {
  if (name.length > LONGEST_NAME) return null;
  try {
    return intlReadings(name);
  } catch {
    return null;
  }
}

function unknownZone(name: string): ScheduleInvalid {
  const near = nearestZones(name);
  const hint = near.length === 0 ? '' : `; did you mean ${near.join(' or ')}?`;
  return refuse(name, `is not a time zone of this system${hint}`);
}

function refuse(value: unknown, problem: string): ScheduleInvalid {
  return new ScheduleInvalid({ field: 'trigger.zone', value, problem, accepted: ZONE_RULE });
}
