import type { Circuit } from '@scheduler/client';
import { api } from '../../api/client.js';
import { may } from '../../api/session.js';
import { Button } from '../../design/button.jsx';
import { now } from '../../design/clock.js';
import { confirm } from '../../design/dialog.jsx';
import { count } from '../../design/format.js';
import { attempt } from '../../design/notices.jsx';
import { Status } from '../../design/status.jsx';
import { type Column, Table } from '../../design/table.jsx';
import { Time } from '../../design/time.jsx';

const MEANING: Readonly<Record<Circuit['state'], string>> = {
  closed: 'lets everything through',
  open: 'lets nothing through',
  half_open: 'tries whether the service is back',
};

export function CircuitsTable({
  rows,
  reload,
}: {
  readonly rows: readonly Circuit[];
  readonly reload: () => void;
}) {
  const change: Column<Circuit> = {
    title: 'Change',
    kind: 'tight',
    cell: (circuit) => <Change circuit={circuit} reload={reload} />,
  };
  return (
    <Table
      label="Circuits"
      rows={rows}
      columns={may('circuits:write') ? [...COLUMNS, change] : COLUMNS}
      keyOf={({ name, platform_id: tenant }) => `${tenant ?? ''} ${name}`}
    />
  );
}

const COLUMNS: readonly Column<Circuit>[] = [
  {
    title: 'Circuit',
    kind: 'main',
    cell: ({ name, platform_id: tenant }) => (
      <div>
        <span class="long strong">{name}</span>
        {tenant !== null && <span class="sub muted">{tenant}</span>}
      </div>
    ),
  },
  {
    title: 'State',
    kind: 'tight',
    cell: ({ state }) => (
      <div>
        <Status value={state} />
        <span class="sub muted">{MEANING[state]}</span>
      </div>
    ),
  },
  {
    title: 'Failures in a row',
    kind: 'figure',
    cell: ({ failures, options }) => `${count(failures)} of ${count(options.failure_threshold)}`,
  },
  { title: 'Tries again', kind: 'tight', cell: ({ retry_at: at = null }) => <TriesAgain at={at} /> },
  {
    title: 'Latest failure',
    kind: 'wide',
    cell: ({ error }) =>
      error === null ? (
        <span class="muted">–</span>
      ) : (
        <span class="one-line" title={error}>
          {error}
        </span>
      ),
  },
];

function Change({ circuit, reload }: { readonly circuit: Circuit; readonly reload: () => void }) {
  if (circuit.state === 'closed' && circuit.failures === 0) return <span class="muted">–</span>;
  return (
    <div class="actions">
      <Button onPress={() => reset(circuit, reload)}>Reset</Button>
    </div>
  );
}

/** An instant that is over means that the next work tries. */
function TriesAgain({ at }: { readonly at: string | null }) {
  return at !== null && Date.parse(at) <= now.value ? <>with the next work</> : <Time at={at} />;
}

async function reset({ name, platform_id: tenant }: Circuit, reload: () => void): Promise<void> {
  const yes = await confirm({
    title: `Close ${name} at once?`,
    text: 'Work that waits for it starts again on all nodes. If the service is still down, it opens again.',
    action: 'Reset the circuit',
  });
  if (!yes) return;
  const body = tenant === null ? {} : { platform_id: tenant };
  await attempt(() => api.circuits.reset(name, body), `${name} is closed.`);
  reload();
}
