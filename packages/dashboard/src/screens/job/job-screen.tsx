import type { Job } from '@scheduler/client';
import { useState } from 'preact/hooks';
import { asApiError } from '../../api/api-error.js';
import { api } from '../../api/client.js';
import { may, seesAllTenants } from '../../api/session.js';
import { StoredJson } from '../../design/cut-json.jsx';
import { notify } from '../../design/notices.jsx';
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
  const [edited, setEdited] = useState<Job | null>(null);
  const job = useResource(id, (signal) => api.jobs.get(id, { data: 'short' }, { signal }));
  const { data, reload } = job;
  // A payload that is long was not sent whole.
  const edit = async () => {
    if (data === undefined) return;
    try {
      setEdited(data.cut === undefined ? data : await api.jobs.get(id));
    } catch (error) {
      notify(asApiError(error).message, 'bad');
    }
  };
  return (
    <Page
      title={data?.name ?? 'Job'}
      parent={{ href: hrefOf('jobs'), label: 'Jobs' }}
      {...(data === undefined
        ? {}
        : {
            lead: data.description,
            badge: <Status value={data.status} />,
            actions: <JobActions job={data} reload={reload} onEdit={() => void edit()} />,
          })}
    >
      <Loaded resource={job} lines={14}>
        {(shown) => <Details job={shown} />}
      </Loaded>
      {edited !== null && (
        <EditDialog
          job={edited}
          onClose={() => {
            setEdited(null);
            reload();
          }}
        />
      )}
    </Page>
  );
}

function Details({ job }: { readonly job: Job }) {
  const explanation = useResource(job.id, (signal) => api.jobs.explain(job.id, { limit: 50 }, { signal }));
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
              <StoredJson
                key={job.id}
                label="Payload"
                value={job.payload}
                cut={job.cut?.['payload']}
                load={async () => (await api.jobs.get(job.id)).payload}
              />
            </Section>
          )}
        </div>
      </div>
    </>
  );
}
