import type { PreviewEntry } from '@scheduler/recurrence';
import { Tag } from '../../design/status.jsx';

/** The next runs of a schedule with their weekday, and what daylight saving does to them. */
export function NextRuns({ entries }: { readonly entries: readonly PreviewEntry[] }) {
  if (entries.length === 0) return <p class="pad muted">It never runs again.</p>;
  return (
    <ol class="next-runs">
      {entries.map((entry) => (
        <li key={`${entry.kind} ${entry.at.getTime()}`}>
          <LocalTime local={entry.local} />
          {entry.kind === 'skipped' && <Tag tone="warn">left out</Tag>}
          {entry.note !== null && <span class="run-note">{entry.note}</span>}
        </li>
      ))}
    </ol>
  );
}

const WEEKDAY = new Intl.DateTimeFormat('en-GB', { weekday: 'short', timeZone: 'UTC' });

/** `Sun 2027-03-28 03:00 +02:00` */
export function LocalTime({ local }: { readonly local: string }) {
  const [date = '', time = ''] = local.split('T');
  const clock = time.slice(0, 8).replace(/:00$/, '');
  const offset = time.slice(8);
  return (
    <time dateTime={local} class="number">
      {WEEKDAY.format(new Date(`${date}T00:00:00Z`))} {date} <strong>{clock}</strong>{' '}
      <span class="muted">{offset === 'Z' ? 'UTC' : offset}</span>
    </time>
  );
}
