import { api } from '../../api/client.js';
import { counted } from '../../design/format.js';
import { Empty, Loaded, Section } from '../../design/page.jsx';
import { Status, Tag } from '../../design/status.jsx';
import { useResource } from '../../live/use-resource.js';

export function NodesPanel() {
  const nodes = useResource('nodes', (signal) => api.nodes.list({ signal }));
  return (
    <Section title="Nodes" note="and what they run now">
      <Loaded resource={nodes} lines={2}>
        {({ nodes: all, leader, this_node: own }) =>
          all.length === 0 ? (
            <Empty title="No node runs.">
              Jobs fire and work is done only while one does: <code>npx scheduler schedule:work</code>.
            </Empty>
          ) : (
            <ul class="rows">
              {all.map(({ id, running_executions: running }) => (
                <li key={id}>
                  <Status value="running" label={running.length === 0 ? 'idle' : 'busy'} />
                  <div class="row-main">
                    <code class="one-line" title={id}>
                      {id}
                    </code>
                    <span class="sub">{counted(running.length, 'execution')}</span>
                  </div>
                  <span class="actions">
                    {id === own.id && <Tag>this node</Tag>}
                    {id === leader?.node && <Tag tone="good">leader</Tag>}
                  </span>
                </li>
              ))}
            </ul>
          )
        }
      </Loaded>
    </Section>
  );
}
