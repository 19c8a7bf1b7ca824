import { now } from './clock.js';
import { duration, localTime, relative, utcTime } from './format.js';

/** An instant as a distance from now; pointing at it shows it in the zone of the browser and in UTC. */
export function Time({ at, exact = false }: { readonly at: string | null; readonly exact?: boolean }) {
  if (at === null) return <span class="muted">–</span>;
  const instant = new Date(at);
  const title = `${localTime(instant)} here\n${utcTime(instant)}`;
  return (
    <time dateTime={at} title={title}>
      {exact ? localTime(instant) : relative(instant.getTime(), now.value)}
    </time>
  );
}

export function Duration({ ms }: { readonly ms: number | null }) {
  return ms === null ? <span class="muted">–</span> : <span class="number">{duration(ms)}</span>;
}

/** How long something has been running. */
export function Since({ at }: { readonly at: string }) {
  return <span class="number">{duration(now.value - Date.parse(at))}</span>;
}

const INSTANT = /(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z)/;

/** A sentence of the server, whose instants are shown as all others of the page are. */
export function WithTimes({ text }: { readonly text: string }) {
  // Splitting by a group puts what it has found at the odd places.
  return <>{text.split(INSTANT).map((part, index) => (index % 2 === 1 ? <Time at={part} exact /> : part))}</>;
}
