import type { WorkflowRun } from '@scheduler/client';
import { type Column, Table } from '../../design/table.jsx';
import { Duration, Since, Time } from '../../design/time.jsx';
import { hrefOf } from '../../navigation/address.js';
import { RunStatusTag } from './run-status.jsx';
import { stopReason } from './stop-reason.js';

export const runHref = (id: string): string => hrefOf(`workflows/${encodeURIComponent(id)}`);

const COLUMNS: readonly Column<WorkflowRun>[] = [
  { title: 'Status', kind: 'tight', cell: ({ status }) => <RunStatusTag status={status} /> },
  {
    title: 'Run',
    kind: 'main',
    cell: ({ id, name, attributes }) => (
      <div>
        <a class="long" href={runHref(id)}>
          {name}
        </a>
        <span class="sub muted">
          {Object.entries(attributes)
            .map(([key, value]) => `${key} ${value}`)
            .join(' · ') || id}
        </span>
      </div>
    ),
  },
  { title: 'Started', kind: 'tight', cell: ({ created_at: at }) => <Time at={at} /> },
  {
    title: 'Took',
    kind: 'figure',
    cell: ({ created_at: from, ended_at: to }) =>
      to === null ? <Since at={from} /> : <Duration ms={Date.parse(to) - Date.parse(from)} />,
  },
  {
    title: 'Why',
    kind: 'wide',
    cell: ({ stop }) =>
      stop === null ? null : (
        <span class="one-line" title={stop.reason}>
          {stop.step === null ? '' : `${stop.step}: `}
          {stopReason(stop)}
        </span>
      ),
  },
];

export function RunsTable({ rows }: { readonly rows: readonly WorkflowRun[] }) {
  return <Table label="Runs" rows={rows} columns={COLUMNS} keyOf={({ id }) => id} />;
}
