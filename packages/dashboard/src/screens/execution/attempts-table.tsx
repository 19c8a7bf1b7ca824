import type { Execution } from '@scheduler/client';
import { Status } from '../../design/status.jsx';
import { type Column, Table } from '../../design/table.jsx';
import { Duration, Time } from '../../design/time.jsx';

type Attempt = Execution['attempts'][number];
type Numbered = Attempt & { readonly number: number };

const COLUMNS: readonly Column<Numbered>[] = [
  { title: 'No.', kind: 'figure', cell: ({ number }) => number },
  { title: 'Status', kind: 'tight', cell: ({ status }) => <Status value={status} /> },
  { title: 'Started', kind: 'tight', cell: ({ started_at: at }) => <Time at={at} /> },
  {
    title: 'Took',
    kind: 'figure',
    cell: (attempt) => <Duration ms={Date.parse(attempt.completed_at) - Date.parse(attempt.started_at)} />,
  },
  { title: 'Error', kind: 'wide', cell: ({ error }) => <span class="long">{error ?? '–'}</span> },
];

export function AttemptsTable({ attempts }: { readonly attempts: readonly Attempt[] }) {
  const rows = attempts.map((attempt, index) => ({ ...attempt, number: index + 1 })).reverse();
  return <Table label="Attempts" rows={rows} columns={COLUMNS} keyOf={({ number }) => String(number)} />;
}
