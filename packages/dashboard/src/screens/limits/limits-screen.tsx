import { api } from '../../api/client.js';
import { may } from '../../api/session.js';
import { Empty, Loaded, Page, Section } from '../../design/page.jsx';
import { useResource } from '../../live/use-resource.js';
import { CircuitsTable } from './circuits-table.jsx';
import { LimitsTable } from './limits-table.jsx';
import './limits.css';

/** What protects services from too much work: circuits, and limits of rate. */
export function LimitsScreen() {
  const circuits = useResource(may('circuits:read') ? 'circuits' : null, (signal) =>
    api.circuits.list({ signal }),
  );
  const limits = useResource(may('limits:read') ? 'limits' : null, (signal) =>
    api.rateLimits.list({ signal }),
  );
  return (
    <Page
      title="Circuits and limits"
      lead="What holds work back, so that a service that is down or busy can recover."
    >
      {may('circuits:read') && (
        <Section title="Circuits">
          <Loaded resource={circuits} lines={4}>
            {(rows) =>
              rows.length === 0 ? (
                <Empty title="There is no circuit.">
                  Give jobs a <code>circuit</code>, and they wait while the service behind it is down.
                </Empty>
              ) : (
                <CircuitsTable rows={rows} reload={circuits.reload} />
              )
            }
          </Loaded>
        </Section>
      )}
      {may('limits:read') && (
        <Section title="Rate limits" note="over all nodes">
          <Loaded resource={limits} lines={4}>
            {(rows) =>
              rows.length === 0 ? (
                <Empty title="No rate limit is configured.">
                  Limits come from <code>rateLimits</code> of the configuration: for queues, types, everything
                  together, or what an application names.
                </Empty>
              ) : (
                <LimitsTable rows={rows} reload={limits.reload} />
              )
            }
          </Loaded>
        </Section>
      )}
    </Page>
  );
}
