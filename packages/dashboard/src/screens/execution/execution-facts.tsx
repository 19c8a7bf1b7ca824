import type { Execution } from '@scheduler/client';
import { Copy } from '../../design/json.jsx';
import { duration, words } from '../../design/format.js';
import { type Fact, Facts } from '../../design/table.jsx';
import { Duration, Time } from '../../design/time.jsx';
import { executionHref, jobHref } from '../../navigation/address.js';

/** Everything else that is known of an execution. What is empty is left out. */
export function ExecutionFacts({ execution }: { readonly execution: Execution }) {
  return <Facts facts={[...whatItIs(execution), ...whenItRan(execution), ...whereItRan(execution)]} />;
}

function whatItIs({ id, job_id: job, job_name: name, ...execution }: Execution): readonly Fact[] {
  const { reason, workflow, original_execution_id: original, tags } = execution;
  return [
    {
      name: 'Id',
      value: (
        <>
          <code class="long">{id}</code> <Copy text={id} />
        </>
      ),
    },
    {
      name: 'Job',
      value: job !== null && (
        <a class="long" href={jobHref(job)}>
          {name ?? job}
        </a>
      ),
    },
    { name: 'Type', value: <code class="long">{execution.handler_name}</code> },
    {
      name: 'Reason',
      value:
        reason !== null && `${words(reason.code)}${reason.message === null ? '' : `: ${reason.message}`}`,
    },
    { name: 'Origin', value: words(execution.origin) },
    {
      name: 'Retry of',
      value: original !== null && (
        <a class="long" href={executionHref(original)}>
          {original}
        </a>
      ),
    },
    { name: 'Workflow', value: workflow !== null && `step ${workflow.step} of run ${workflow.run}` },
    { name: 'Target', value: execution.target_id },
    { name: 'Tags', value: tags.length > 0 && tags.join(', ') },
    { name: 'Tenant', value: execution.platform_id },
  ];
}

function whenItRan(execution: Execution): readonly Fact[] {
  const { progress, status, started_at: started, completed_at: ended, duration_ms: took } = execution;
  return [
    {
      name: 'Scheduled',
      value: (
        <>
          <Time at={execution.scheduled_at} exact />, {words(execution.lateness)}
        </>
      ),
    },
    { name: 'Available', value: status === 'pending' && <Time at={execution.available_at} /> },
    { name: 'Started', value: started !== null && <Time at={started} exact /> },
    { name: 'Finished', value: ended !== null && <Time at={ended} exact /> },
    { name: 'Took', value: took !== null && <Duration ms={took} /> },
    {
      name: 'Progress',
      value: progress !== null && `${progress.done}${progress.total === null ? '' : ` of ${progress.total}`}`,
    },
    { name: 'Timeout', value: duration(execution.timeout_ms) },
    { name: 'To be cancelled', value: execution.cancel_requested },
  ];
}

function whereItRan({ queue, priority, worker_id: node, trace_id: trace }: Execution): readonly Fact[] {
  return [
    { name: 'Queue', value: `${queue}, priority ${priority}` },
    { name: 'Node', value: node !== null && <code class="long">{node}</code> },
    { name: 'Trace', value: trace },
  ];
}
