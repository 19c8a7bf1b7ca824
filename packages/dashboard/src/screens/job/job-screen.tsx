import { useState } from 'preact/hooks';
import type { Explanation, Job } from '../../api/job-types.js';
import { get, segment } from '../../api/request.js';
import { may, seesAllTenants } from '../../api/session.js';
import { Json } from '../../design/json.jsx';
import { Loaded, Page, Section } from '../../design/page.jsx';
import { Status } from '../../design/status.jsx';
import { useResource } from '../../live/use-resource.js';
import { hrefOf } from '../../navigation/address.js';
import { Durations } from './durations.jsx';
import { EditDialog } from './edit-dialog.jsx';
import { JobActions } from './job-actions.jsx';
import { JobFacts } from './job-facts.jsx';
import { Ledger } from './ledger.jsx';
import { NextRuns } from './next-runs.jsx';
import { PlanDifference } from './plan-difference.jsx';

export function JobScreen({ params }: { readonly params: Readonly<Record<string, string>> }) {
  const id = params['id'] ?? '';
  const [isEditing, setEditing] = useState(false);
  const job = useResource(id, (abort) => get<Job>(`jobs/${segment(id)}`, undefined, abort));
  const { data, reload } = job;
  return (
    <Page
      title={data?.name ?? 'Job'}
      parent={{ href: hrefOf('jobs'), label: 'Jobs' }}
      {...(data === undefined
        ? {}
        : {
            lead: data.description,
            badge: <Status value={data.status} />,
            actions: <JobActions job={data} reload={reload} onEdit={() => setEditing(true)} />,
          })}
    >
      <Loaded resource={job} lines={14}>
        {(shown) => <Details job={shown} />}
      </Loaded>
      {isEditing && data !== undefined && (
        <EditDialog
          job={data}
          onClose={() => {
            setEditing(false);
            reload();
          }}
        />
      )}
    </Page>
  );
}

function Details({ job }: { readonly job: Job }) {
  const explanation = useResource(job.id, (abort) =>
    get<Explanation>(`jobs/${segment(job.id)}/explain`, { limit: 50 }, abort),
  );
  return (
    <>
      {seesAllTenants() && <PlanDifference job={job} />}
      <div class="columns">
        <div>
          <Section title="What happened" note="every instant, and why it ran or did not">
            <Loaded resource={explanation} lines={8}>
              {(data) => <Ledger explanation={data} />}
            </Loaded>
          </Section>
          {may('metrics:read') && <Durations job={job} />}
        </div>
        <div>
          <NextRuns job={job} />
          <Section title="Facts">
            <JobFacts job={job} />
          </Section>
          {may('payloads:read') && (
            <Section title="Payload">
              <Json value={job.payload} label="Payload" />
            </Section>
          )}
        </div>
      </div>
    </>
  );
}
