import { nearestZones } from '@scheduler/recurrence';

/** Suggests time zones for a misspelled one. In a file of its own, so that only this message loads the zones. Empty: none is similar. */
export function zoneHint(zone: string): string {
  const near = nearestZones(zone);
  return near.length === 0 ? '' : ` (did you mean ${near.join(' or ')}?)`;
}
