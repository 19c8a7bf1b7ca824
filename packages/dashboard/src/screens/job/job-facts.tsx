import type { Job } from '@scheduler/client';
import { count, duration, words } from '../../design/format.js';
import { Copy } from '../../design/json.jsx';
import { Facts } from '../../design/table.jsx';
import { Time } from '../../design/time.jsx';
import { hrefOf } from '../../navigation/address.js';

export function JobFacts({ job }: { readonly job: Job }) {
  return <Facts facts={[...whatItIs(job), ...howItRuns(job), ...whoMadeIt(job)]} />;
}

function whatItIs(job: Job) {
  return [
    {
      name: 'Id',
      value: (
        <>
          <code class="long">{job.id}</code> <Copy text={job.id} />
        </>
      ),
    },
    { name: 'Type', value: <code class="long">{job.handler_name}</code> },
    {
      name: 'Executions',
      value: (
        <a href={hrefOf('executions', { job: job.id })}>
          {count(job.executions_count)}, {count(job.failure_count)} failed
        </a>
      ),
    },
    { name: 'Reason', value: job.status_reason },
    { name: 'Last run', value: job.last_run !== null && <Time at={job.last_run} exact /> },
    { name: 'Target', value: job.target_id },
    { name: 'Tags', value: job.tags.length > 0 && job.tags.join(', ') },
    { name: 'Tenant', value: job.platform_id },
  ];
}

function howItRuns(job: Job) {
  return [
    { name: 'Queue', value: `${job.queue}, priority ${job.priority}` },
    { name: 'Retries', value: `${job.max_retries} after the first attempt` },
    { name: 'Timeout', value: duration(job.timeout_ms) },
    { name: 'Missed runs', value: words(job.missed_runs) },
    { name: 'Overlap', value: job.allow_overlap ? 'allowed' : 'not allowed' },
    { name: 'Jitter', value: job.jitter_ms > 0 && `up to ${duration(job.jitter_ms)}` },
    { name: 'Begins', value: job.start_date !== null && <Time at={job.start_date} exact /> },
    { name: 'Ends', value: job.end_date !== null && <Time at={job.end_date} exact /> },
    { name: 'At most', value: job.max_executions !== null && `${count(job.max_executions)} runs` },
  ];
}

function whoMadeIt(job: Job) {
  return [
    { name: 'Created', value: <Time at={job.created_at} exact /> },
    { name: 'By', value: job.created_by },
    { name: 'Changed', value: job.updated_at !== job.created_at && <Time at={job.updated_at} exact /> },
  ];
}
