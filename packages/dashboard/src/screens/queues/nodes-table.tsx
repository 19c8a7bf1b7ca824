import type { Nodes } from '../../api/shapes.js';
import { count } from '../../design/format.js';
import { Tag } from '../../design/status.jsx';
import { type Column, Table } from '../../design/table.jsx';
import { Time } from '../../design/time.jsx';

type Row = Nodes['nodes'][number];

/** The nodes that run something, the one that answers, and the leader. */
export function NodesTable({ nodes: { this_node: here, leader, nodes } }: { readonly nodes: Nodes }) {
  const columns: readonly Column<Row>[] = [
    {
      title: 'Node',
      kind: 'main',
      cell: ({ id }) => (
        <div class="queue-name">
          <code class="long">{id}</code>
          {id === here.id && <Tag tone="busy">this one</Tag>}
          {id === leader?.node && <Tag tone="good">leader</Tag>}
        </div>
      ),
    },
    { title: 'Runs', kind: 'figure', cell: ({ running_executions: running }) => count(running.length) },
  ];
  return (
    <>
      {nodes.length > 0 && <Table label="Nodes" rows={nodes} columns={columns} keyOf={({ id }) => id} />}
      <p class="pad muted">
        {leader === null ? (
          'There is no leader: every node fires jobs.'
        ) : (
          <>
            The leader fires jobs and cleans up for all nodes. Its term is renewed or ends{' '}
            <Time at={leader.until} />.
          </>
        )}{' '}
        Nodes that run nothing at the moment are not listed, except for the leader and the one that answers.
      </p>
    </>
  );
}
