import type { Job } from '@scheduler/client';
import { count } from '../../design/format.js';
import { Status } from '../../design/status.jsx';
import { type Column, Table } from '../../design/table.jsx';
import { Duration, Time } from '../../design/time.jsx';
import { jobHref } from '../../navigation/address.js';
import { wordsOf } from '../../triggers/preview-trigger.js';

const COLUMNS: readonly Column<Job>[] = [
  { title: 'Status', kind: 'tight', cell: ({ status }) => <Status value={status} /> },
  {
    title: 'Job',
    kind: 'main',
    cell: ({ id, name, handler_name: type, queue }) => (
      <>
        <a class="long" href={jobHref(id)} title={name}>
          {name}
        </a>
        <span class="sub">
          {type} · {queue}
        </span>
      </>
    ),
  },
  {
    title: 'When',
    kind: 'wide',
    cell: ({ trigger }) => {
      const words = wordsOf(trigger);
      return (
        <span class="one-line" title={words}>
          {words}
        </span>
      );
    },
  },
  { title: 'Next run', kind: 'tight', cell: ({ next_run: at }) => <Time at={at} /> },
  { title: 'Last run', kind: 'tight', cell: ({ last_run: at }) => <Time at={at} /> },
  {
    title: 'Failed',
    kind: 'figure',
    cell: ({ failure_count: failed, executions_count: all }) => `${count(failed)} of ${count(all)}`,
  },
  { title: 'Takes', kind: 'figure', cell: ({ avg_duration_ms: ms }) => <Duration ms={ms} /> },
];

export function JobsTable({ jobs }: { readonly jobs: readonly Job[] }) {
  return <Table label="Jobs" rows={jobs} columns={COLUMNS} keyOf={({ id }) => id} />;
}
