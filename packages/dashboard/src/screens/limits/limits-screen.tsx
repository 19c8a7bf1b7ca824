import { get } from '../../api/request.js';
import { may } from '../../api/session.js';
import { count, counted, duration } from '../../design/format.js';
import { Empty, Loaded, Page, Section } from '../../design/page.jsx';
import { type Column, Table } from '../../design/table.jsx';
import { useResource } from '../../live/use-resource.js';
import { type Circuit, CircuitsTable } from './circuits-table.jsx';
import './limits.css';

interface RateLimit {
  readonly scope: string;
  readonly key: string | null;
  readonly platform_id: string | null;
  readonly tokens: number;
  readonly capacity: number;
  readonly period_ms: number;
}

/** What protects services from too much work: circuits, and limits of rate. */
export function LimitsScreen() {
  const circuits = useResource(may('circuits:read') ? 'circuits' : null, (abort) =>
    get<readonly Circuit[]>('circuits', {}, abort),
  );
  const limits = useResource(may('limits:read') ? 'limits' : null, (abort) =>
    get<readonly RateLimit[]>('rate-limits', {}, abort),
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
                <Table label="Rate limits" rows={rows} columns={LIMITS} keyOf={keyOfLimit} />
              )
            }
          </Loaded>
        </Section>
      )}
    </Page>
  );
}

const keyOfLimit = ({ scope, key, platform_id: tenant }: RateLimit) =>
  `${scope} ${key ?? ''} ${tenant ?? ''}`;

const SCOPES: Readonly<Record<string, string>> = {
  global: 'all work together',
  queue: 'queue',
  type: 'job type',
  custom: 'named by the application',
};

const LIMITS: readonly Column<RateLimit>[] = [
  {
    title: 'Limit',
    kind: 'main',
    cell: ({ scope, key, platform_id: tenant }) => (
      <div>
        <span class="long strong">{key ?? 'everything'}</span>
        <span class="sub muted">
          {SCOPES[scope] ?? scope}
          {tenant !== null && ` · ${tenant}`}
        </span>
      </div>
    ),
  },
  {
    title: 'Allows',
    kind: 'tight',
    cell: ({ capacity, period_ms: period }) =>
      `${counted(capacity, 'start')} in ${duration(period).replace('.0 s', ' s')}`,
  },
  {
    title: 'Left now',
    kind: 'wide',
    cell: ({ tokens, capacity }) => (
      <div class="left">
        <meter
          min={0}
          max={capacity}
          low={capacity * 0.2}
          optimum={capacity}
          value={tokens}
          aria-label={`${Math.floor(tokens)} of ${capacity} left`}
        />
        <span class="number muted">
          {count(Math.floor(tokens))} of {count(capacity)}
        </span>
      </div>
    ),
  },
];
