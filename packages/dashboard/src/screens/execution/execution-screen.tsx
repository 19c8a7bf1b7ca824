import type { Execution } from '@scheduler/client';
import { api } from '../../api/client.js';
import { may } from '../../api/session.js';
import { StoredJson } from '../../design/cut-json.jsx';
import { Empty, Loaded, Page, Section } from '../../design/page.jsx';
import { Status, Tag } from '../../design/status.jsx';
import { useResource } from '../../live/use-resource.js';
import { hrefOf } from '../../navigation/address.js';
import { AttemptsTable } from './attempts-table.jsx';
import { ExecutionActions } from './execution-actions.jsx';
import { ExecutionFacts } from './execution-facts.jsx';
import { FailurePanel } from './failure-panel.jsx';
import { LogLines } from './log-lines.jsx';

export function ExecutionScreen({ params }: { readonly params: Readonly<Record<string, string>> }) {
  const id = params['id'] ?? '';
  const execution = useResource(id, (signal) => api.executions.get(id, { data: 'short' }, { signal }));
  const { data, reload } = execution;
  return (
    <Page
      title={data?.job_name ?? data?.handler_name ?? 'Execution'}
      parent={{ href: hrefOf('executions'), label: 'Executions' }}
      {...(data === undefined
        ? {}
        : {
            badge: (
              <>
                <Status value={data.status} />
                {data.dead_letter && <Tag tone="bad">dead letter</Tag>}
              </>
            ),
            actions: <ExecutionActions execution={data} reload={reload} />,
          })}
    >
      <Loaded resource={execution} lines={14}>
        {(shown) => <Details execution={shown} />}
      </Loaded>
    </Page>
  );
}

function Details({ execution }: { readonly execution: Execution }) {
  return (
    <>
      <FailurePanel execution={execution} />
      <div class="columns">
        <div>
          <Section title="Attempts" note="each call of the handler">
            {execution.attempts.length === 0 ? (
              <Empty title="No attempt has ended yet." />
            ) : (
              <AttemptsTable attempts={execution.attempts} />
            )}
          </Section>
          <LogLines id={execution.id} />
        </div>
        <div>
          <Section title="Facts">
            <ExecutionFacts execution={execution} />
          </Section>
          {may('payloads:read') && <Stored key={execution.id} execution={execution} />}
        </div>
      </div>
    </>
  );
}

/** What went in and came out. */
function Stored({ execution }: { readonly execution: Execution }) {
  const { id, payload, result, cut } = execution;
  return (
    <>
      <Section title="Payload">
        <StoredJson
          label="Payload"
          value={payload}
          cut={cut?.['payload']}
          load={async () => (await api.executions.get(id)).payload}
        />
      </Section>
      {(result !== null || cut?.['result'] !== undefined) && (
        <Section title="Result">
          <StoredJson
            label="Result"
            value={result}
            cut={cut?.['result']}
            load={async () => (await api.executions.get(id)).result}
          />
        </Section>
      )}
    </>
  );
}
