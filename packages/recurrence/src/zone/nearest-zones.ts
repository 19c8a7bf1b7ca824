const MOST_SUGGESTIONS = 3;
const FARTHEST = 3;

/** Zones whose name, or last part of the name, differs from `written` by a typing error. */
export function nearestZones(written: string): readonly string[] {
  if (written.length > 64) return [];
  const wanted = normalize(written);
  const ranked = Intl.supportedValuesOf('timeZone')
    .map((zone) => ({
      zone,
      distance: Math.min(editDistance(wanted, normalize(zone)), distanceOfPlace(wanted, zone)),
    }))
    .filter(({ distance }) => distance <= tolerance(wanted))
    .sort((one, other) => one.distance - other.distance || (one.zone < other.zone ? -1 : 1));
  const best = ranked[0]?.distance;
  return ranked
    .filter(({ distance }) => distance === best)
    .slice(0, MOST_SUGGESTIONS)
    .map(({ zone }) => zone);
}

/** The distance of the last parts of two names, so that `Berlin` and `Germany/Berlin` are near Europe/Berlin. */
function distanceOfPlace(wanted: string, zone: string): number {
  const place = lastPart(wanted);
  const distance = editDistance(place, lastPart(normalize(zone)));
  // A short place name is similar to too many others, so that it has to be the same.
  return distance > 0 && place.length < 5 ? Infinity : distance + (wanted === place ? 0 : 1);
}

const lastPart = (name: string): string => name.slice(name.lastIndexOf('/') + 1);

const normalize = (name: string): string => name.toLowerCase().replace(/[\s-]/g, '_');

const tolerance = (name: string): number => Math.max(1, Math.min(FARTHEST, Math.floor(name.length / 4)));

function editDistance(one: string, other: string): number {
  if (Math.abs(one.length - other.length) > FARTHEST) return Infinity;
  let row = Array.from({ length: other.length + 1 }, (_, index) => index);
  for (let i = 1; i <= one.length; i += 1) {
    const next = [i];
    for (let j = 1; j <= other.length; j += 1) {
      const replaced = (row[j - 1] ?? 0) + (one[i - 1] === other[j - 1] ? 0 : 1);
      next.push(Math.min(replaced, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1));
    }
    row = next;
  }
  return row[other.length] ?? 0;
}
