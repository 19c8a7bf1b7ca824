import type { RateLimit } from '@scheduler/client';
import { api } from '../../api/client.js';
import { may } from '../../api/session.js';
import { Button } from '../../design/button.jsx';
import { confirm } from '../../design/dialog.jsx';
import { count, counted, duration } from '../../design/format.js';
import { attempt } from '../../design/notices.jsx';
import { type Column, Table } from '../../design/table.jsx';

export function LimitsTable({
  rows,
  reload,
}: {
  readonly rows: readonly RateLimit[];
  readonly reload: () => void;
}) {
  const change: Column<RateLimit> = {
    title: 'Change',
    kind: 'tight',
    cell: (limit) => <Change limit={limit} reload={reload} />,
  };
  return (
    <Table
      label="Rate limits"
      rows={rows}
      columns={may('limits:write') ? [...LIMITS, change] : LIMITS}
      keyOf={keyOfLimit}
    />
  );
}

const keyOfLimit = ({ scope, key, platform_id: tenant }: RateLimit) =>
  `${scope} ${key ?? ''} ${tenant ?? ''}`;

const SCOPES: Readonly<Record<RateLimit['scope'], string>> = {
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
          {SCOPES[scope]}
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

function Change({ limit, reload }: { readonly limit: RateLimit; readonly reload: () => void }) {
  // A full bucket has nothing to fill.
  if (Math.floor(limit.tokens) >= limit.capacity) return <span class="muted">–</span>;
  return (
    <div class="actions">
      <Button onPress={() => reset(limit, reload)}>Reset</Button>
    </div>
  );
}

async function reset({ scope, key, platform_id: tenant, capacity }: RateLimit, reload: () => void) {
  const name = key ?? 'everything';
  const yes = await confirm({
    title: `Fill the limit of ${name} again?`,
    text: `On all nodes together ${counted(capacity, 'start')} may follow at once. Whatever the limit protects has to bear that.`,
    action: 'Reset the limit',
  });
  if (!yes) return;
  const body = { scope, key, ...(tenant === null ? {} : { platform_id: tenant }) };
  await attempt(() => api.rateLimits.reset(body), `The limit of ${name} is full again.`);
  reload();
}
