import type { Job } from '@scheduler/client';
import { api } from '../../api/client.js';
import { now } from '../../design/clock.js';
import { Empty, Loaded, Section } from '../../design/page.jsx';
import { Time } from '../../design/time.jsx';
import { useResource } from '../../live/use-resource.js';
import { hrefOf, jobHref } from '../../navigation/address.js';

const SHOWN = 8;
const ON_THE_LINE = 60;
const HOUR_MS = 3_600_000;

/** What runs next: a line of the next 24 hours, and the first of them by name. */
export function NextRuns() {
  const jobs = useResource('next runs', (signal) =>
    api.jobs.list(
      { status: 'active', sort_by: 'next_run_at', sort_order: 'asc', limit: ON_THE_LINE, data: 'none' },
      { signal },
    ),
  );
  return (
    <Section title="Next runs" actions={<a href={hrefOf('jobs')}>All jobs</a>}>
      <Loaded resource={jobs} lines={SHOWN}>
        {(items) => {
          const due = items.filter((job) => job.next_run !== null);
          if (due.length === 0)
            return (
              <Empty title="No job has a next run.">
                Create one with <code>npx scheduler schedule:create</code>, or declare it in the application.
              </Empty>
            );
          return (
            <>
              <DayLine jobs={due} />
              <ul class="rows">
                {due.slice(0, SHOWN).map(({ id, name, next_run: at, handler_name: type }) => (
                  <li key={id}>
                    <div class="row-main">
                      <a class="one-line" href={jobHref(id)} title={name}>
                        {name}
                      </a>
                      <span class="sub one-line">{type}</span>
                    </div>
                    <span class="tight">
                      <Time at={at} />
                    </span>
                  </li>
                ))}
              </ul>
            </>
          );
        }}
      </Loaded>
    </Section>
  );
}

function DayLine({ jobs }: { readonly jobs: readonly Job[] }) {
  const shares = jobs
    .map(({ next_run: at }) => (Date.parse(at ?? '') - now.value) / (24 * HOUR_MS))
    .filter((share) => share <= 1)
    .map((share) => Math.max(0, share));
  return (
    <div class="day-line" aria-hidden="true">
      <div class="day-track">
        {shares.map((share, index) => (
          <span key={index} class="day-dot" style={{ left: `${share * 100}%` }} />
        ))}
      </div>
      <div class="day-scale">
        <span>now</span>
        <span>in 12 h</span>
        <span>in 24 h</span>
      </div>
    </div>
  );
}
