import type { Forecast } from '@scheduler/client';
import { counted, duration } from '../../design/format.js';
import { Empty } from '../../design/page.jsx';
import { Tag } from '../../design/status.jsx';
import { type Column, Table } from '../../design/table.jsx';
import { hrefOf, jobHref } from '../../navigation/address.js';
import { hourText, twoDigits } from './days-of.js';

type Collision = Forecast['collisions'][number];

const SHOWN_JOBS = 4;

const COLUMNS: readonly Column<Collision>[] = [
  {
    title: 'When',
    kind: 'tight',
    cell: ({ at, times }) => (
      <div>
        <time dateTime={at}>{hourText(at)}</time>
        <span class="sub muted">{times === 1 ? 'once' : `${counted(times, 'time')}`}</span>
      </div>
    ),
  },
  { title: 'Jobs', kind: 'main', cell: (collision) => <Jobs collision={collision} /> },
  {
    title: 'Queue',
    kind: 'tight',
    cell: ({ queue, slots }) => (
      <div>
        {queue}
        <span class="sub muted">{slots === null ? 'slots not known' : counted(slots, 'slot')}</span>
      </div>
    ),
  },
  {
    title: 'Effect',
    kind: 'tight',
    cell: ({ waiting }) =>
      waiting === 0 ? <Tag tone="calm">at once</Tag> : <Tag tone="warn">{`${waiting} must wait`}</Tag>,
  },
  { title: 'What to move', kind: 'wide', cell: (collision) => <Advice collision={collision} /> },
];

/** Jobs that begin in the same second, the worst first, and how to spread them. */
export function CollisionsTable({ collisions }: { readonly collisions: readonly Collision[] }) {
  if (collisions.length === 0)
    return <Empty title="Nothing collides.">No three jobs of a queue begin in the same second.</Empty>;
  return (
    <Table
      label="Collisions"
      rows={collisions}
      columns={COLUMNS}
      keyOf={({ queue, jobs }) => `${queue} ${jobs.map(({ id }) => id).join(' ')}`}
    />
  );
}

function Jobs({ collision: { jobs } }: { readonly collision: Collision }) {
  const more = jobs.length - SHOWN_JOBS;
  return (
    <ul class="plain-list">
      {jobs.slice(0, SHOWN_JOBS).map(({ id, name }) => (
        <li key={id}>
          <a class="long" href={jobHref(id)}>
            {name}
          </a>
        </li>
      ))}
      {more > 0 && <li class="muted">and {counted(more, 'other')}</li>}
    </ul>
  );
}

function Advice({ collision }: { readonly collision: Collision }) {
  const { jobs, free_minutes: free, jitter_ms: jitter } = collision;
  const minutes = free.slice(0, 6).map((minute) => `:${twoDigits(minute)}`);
  return (
    <div>
      {minutes.length > 0 && (
        <span>
          Move {counted(Math.min(free.length, jobs.length - 1), 'job')} to {minutes.join(', ')} of that hour,
          where nothing else of the queue begins
        </span>
      )}
      <span class={minutes.length > 0 ? 'sub muted' : undefined}>
        {minutes.length > 0 ? 'or give' : 'Give'} each a jitter of {duration(jitter)}.{' '}
        <a href={hrefOf('simulator')}>Try another schedule</a>
      </span>
    </div>
  );
}
