import type { AnswerOf } from '@scheduler/client';
import { api } from '../../api/client.js';
import { may, seesAllTenants } from '../../api/session.js';
import { counted } from '../../design/format.js';
import { Empty, Loaded, Page, Section } from '../../design/page.jsx';
import { useResource } from '../../live/use-resource.js';
import { NodesTable } from './nodes-table.jsx';
import { QueuesTable } from './queues-table.jsx';
import { RunningTable } from './running-table.jsx';
import './queues.css';

const MOST_RUNNING = 100;

/** What waits and runs where, and the switches for it. */
export function QueuesScreen() {
  const all = seesAllTenants();
  const queues = useResource(all && may('queues:read') ? 'queues' : null, (signal) =>
    api.queues.list({ signal }),
  );
  const running = useResource(may('executions:read') ? 'running' : null, (signal) =>
    api.executions.list({ status: 'running', limit: MOST_RUNNING, data: 'none' }, { signal }),
  );
  const nodes = useResource(all && may('nodes:read') ? 'nodes' : null, (signal) =>
    api.nodes.list({ signal }),
  );
  return (
    <Page title="Queues and nodes" lead="What waits and runs now, on which node, and how much of it at once.">
      {all && may('queues:read') && (
        <Section title="Queues">
          <Loaded resource={queues} lines={4}>
            {(rows) =>
              rows.length === 0 ? (
                <Empty title="There is no queue yet.">
                  A queue appears with the first work that is put into it.
                </Empty>
              ) : (
                <QueuesTable queues={rows} reload={queues.reload} />
              )
            }
          </Loaded>
        </Section>
      )}
      {may('executions:read') && (
        <Section title="Running now" {...noteOf(running.data)}>
          <Loaded resource={running} lines={4}>
            {({ items }) =>
              items.length === 0 ? (
                <Empty title="Nothing runs at the moment." />
              ) : (
                <RunningTable rows={items} reload={running.reload} />
              )
            }
          </Loaded>
        </Section>
      )}
      {all && may('nodes:read') && (
        <Section title="Nodes">
          <Loaded resource={nodes} lines={3}>
            {(shown) => <NodesTable nodes={shown} />}
          </Loaded>
        </Section>
      )}
    </Page>
  );
}

function noteOf(page: AnswerOf<'executions.list'> | undefined): { readonly note?: string } {
  if (page === undefined || page.items.length === 0) return {};
  return {
    note: page.next_cursor === null ? counted(page.items.length, 'execution') : `the latest ${MOST_RUNNING}`,
  };
}
