import { useState } from 'preact/hooks';
import { Json } from '../../design/json.jsx';
import { SearchField } from '../../design/fields.jsx';
import { counted, localTime } from '../../design/format.js';
import { Empty, Page, Problem } from '../../design/page.jsx';
import { Status } from '../../design/status.jsx';
import { executionHref, hrefOf, jobHref } from '../../navigation/address.js';
import { useSearch } from '../../navigation/use-search.js';
import { wanted } from '../../live/live.js';
import { type SchedulerEvent, useEvents } from './event-stream.js';
import './events.css';

const KNOWN = [
  'scheduler:job.created',
  'scheduler:job.updated',
  'scheduler:job.failed',
  'scheduler:execution.started',
  'scheduler:execution.completed',
  'scheduler:execution.failed',
  'scheduler:circuit.opened',
  'scheduler:queue.paused',
  'scheduler:workflow.failed',
];

/** What happens, as it happens. */
export function EventsScreen() {
  const search = useSearch();
  const names = search.values['names'] ?? '';
  const { events, isFollowing, error } = useEvents(names);
  return (
    <Page
      title="Events"
      lead="What happens in the scheduler and what the application triggers, as it happens."
      badge={<Status {...stateOf(isFollowing)} />}
    >
      <div class="filters">
        <div class="filter-fields">
          <SearchField
            label="Names"
            value={names}
            onSearch={(text) => search.change({ names: text })}
            placeholder="all"
            suggestions={KNOWN}
          />
        </div>
      </div>
      {error !== null && <Problem error={error} />}
      {events.length === 0 ? (
        <Empty title={isFollowing ? 'Nothing has happened yet.' : 'No events.'}>
          Events appear here by themselves. The node that answers remembers the latest thousand since somebody
          first listened.
        </Empty>
      ) : (
        <section class="panel" aria-label="Events">
          <ol class="events">
            {events.map((event) => (
              <EventLine key={event.id} event={event} />
            ))}
          </ol>
        </section>
      )}
      <p class="muted" role="status">
        {events.length > 0 && `${counted(events.length, 'event')} shown, at most the latest 500.`}
      </p>
    </Page>
  );
}

function stateOf(isFollowing: boolean): { readonly value: string; readonly label: string } {
  if (!wanted.value) return { value: 'paused', label: 'paused' };
  return isFollowing ? { value: 'running', label: 'live' } : { value: 'pending', label: 'connecting' };
}

function EventLine({ event }: { readonly event: SchedulerEvent }) {
  const [isOpen, setOpen] = useState(false);
  const { at, name, platform_id: tenant, data } = event;
  const subject = subjectOf(event);
  return (
    <li>
      <div class="event-line">
        <time dateTime={at} class="muted number" title={localTime(new Date(at))}>
          {localTime(new Date(at)).slice(-8)}
        </time>
        <span class={`event-name ${toneOf(name)}`}>{name.replace(/^scheduler:/, '')}</span>
        <span class="event-subject long">
          {subject === null ? null : subject.href === null ? (
            subject.text
          ) : (
            <a href={subject.href}>{subject.text}</a>
          )}
          {tenant !== null && <span class="muted"> {tenant}</span>}
        </span>
        {data !== null && (
          <button
            type="button"
            class="button quiet"
            aria-expanded={isOpen}
            aria-label={`Data of ${name}`}
            onClick={() => setOpen(!isOpen)}
          >
            {isOpen ? 'Less' : 'Data'}
          </button>
        )}
      </div>
      {isOpen && <Json value={data} label={`Data of ${name}`} />}
    </li>
  );
}

function toneOf(name: string): string {
  if (/failed|\.opened|rescued/.test(name)) return 'tone-bad';
  if (/paused|skipped|cancel|compensat|rollback|half_opened/.test(name)) return 'tone-warn';
  if (/completed|closed|resumed/.test(name)) return 'tone-good';
  return name.startsWith('scheduler:') ? 'tone-calm' : 'tone-busy';
}

interface Subject {
  readonly text: string;
  readonly href: string | null;
}

/** What the event is about, with its screen. */
function subjectOf({ data }: SchedulerEvent): Subject | null {
  if (data === null || typeof data !== 'object' || Array.isArray(data)) return null;
  const text = (name: string): string | null => {
    const value = (data as Readonly<Record<string, unknown>>)[name];
    return typeof value === 'string' && value !== '' ? value : null;
  };
  const [run, execution, job] = [text('runId'), text('executionId'), text('jobId')];
  const title =
    text('jobName') ?? text('name') ?? text('workflow') ?? text('circuit') ?? text('type') ?? text('queue');
  if (run !== null) return { text: title ?? run, href: hrefOf(`workflows/${encodeURIComponent(run)}`) };
  if (execution !== null) return { text: title ?? execution, href: executionHref(execution) };
  if (job !== null) return { text: title ?? job, href: jobHref(job) };
  return title === null ? null : { text: title, href: null };
}
