import type { Job } from '@scheduler/client';
import { api } from '../../api/client.js';
import type { Preview } from '../../api/shapes.js';
import { Empty, Loaded, Section } from '../../design/page.jsx';
import { Time } from '../../design/time.jsx';
import { useResource } from '../../live/use-resource.js';

/** The trigger in words, and its next runs as the server computes them, with the exclusions that only it knows. */
export function NextRuns({ job }: { readonly job: Job }) {
  const preview = useResource(`${job.id} ${job.revision}`, (signal) =>
    api.jobs.preview(job.id, { count: 10 }, { signal }),
  );
  return (
    <Section title="Next runs" note={preview.data?.when}>
      <Loaded resource={preview} lines={6}>
        {({ runs }) =>
          job.status === 'active' || job.status === 'pending' ? <Runs runs={runs} /> : <NotNow job={job} />
        }
      </Loaded>
    </Section>
  );
}

function NotNow({ job }: { readonly job: Job }) {
  return (
    <Empty title={`The job is ${job.status}.`}>
      {job.status === 'paused' ? 'Resume it to let it run.' : 'It does not run any more.'}
    </Empty>
  );
}

export function Runs({ runs }: { readonly runs: Preview['runs'] }) {
  if (runs.length === 0) return <Empty title="It has no instants of its own." />;
  return (
    <ul class="rows">
      {runs.map(({ kind, at, local, note }) => (
        <li key={`${at}${kind}`} class={kind === 'skipped' ? 'skipped-run' : undefined}>
          <div class="row-main">
            <span class="number">{local.replace('T', ' ')}</span>
            {note !== null && <span class="note long">{note}</span>}
          </div>
          <span class="muted tight">{kind === 'skipped' ? 'no run' : <Time at={at} />}</span>
        </li>
      ))}
    </ul>
  );
}
