import type { Execution } from '@scheduler/client';
import { Status, Tag } from '../../design/status.jsx';
import { type Column, type Selection, Table } from '../../design/table.jsx';
import { Duration, Since, Time } from '../../design/time.jsx';
import { executionHref } from '../../navigation/address.js';

const COLUMNS: readonly Column<Execution>[] = [
  { title: 'Status', kind: 'tight', cell: ({ status }) => <Status value={status} /> },
  {
    title: 'Execution',
    kind: 'main',
    cell: ({ id, job_name: job, handler_name: type, queue }) => (
      <>
        <a class="long" href={executionHref(id)} title={job ?? type}>
          {job ?? type}
        </a>
        <span class="sub">
          {job !== null && job !== type ? `${type} · ` : ''}
          {queue}
        </span>
      </>
    ),
  },
  { title: 'Scheduled', kind: 'tight', cell: ({ scheduled_at: at }) => <Time at={at} /> },
  {
    title: 'Took',
    kind: 'figure',
    cell: ({ status, started_at: started, duration_ms: ms }) =>
      status === 'running' && started !== null ? <Since at={started} /> : <Duration ms={ms} />,
  },
  {
    title: 'Attempts',
    kind: 'figure',
    cell: ({ attempts, max_retries: retries }) =>
      `${attempts.length} of ${Math.max(attempts.length, retries + 1)}`,
  },
  { title: 'Why', kind: 'wide', cell: (execution) => <Why execution={execution} /> },
];

/** Why it is as it is, in one line: the error, the reason, the progress. */
function Why({ execution }: { readonly execution: Execution }) {
  const { error, reason, progress, dead_letter: isDead, next_retry_at: retryAt } = execution;
  const text = error ?? (reason === null ? null : (reason.message ?? reason.code));
  if (text === null && progress === null && !isDead && retryAt === null) return null;
  return (
    <span class="why">
      {isDead && <Tag tone="bad">dead letter</Tag>}
      {retryAt !== null && <Tag tone="warn">retry waits</Tag>}
      {text !== null && (
        <span class="one-line" title={text}>
          {text}
        </span>
      )}
      {text === null && progress !== null && (
        <progress value={progress.done} max={progress.total ?? undefined} aria-label="Progress" />
      )}
    </span>
  );
}

export function ExecutionsTable({
  rows,
  select,
}: {
  readonly rows: readonly Execution[];
  readonly select?: Selection;
}) {
  return (
    <Table
      label="Executions"
      rows={rows}
      columns={COLUMNS}
      keyOf={({ id }) => id}
      {...(select === undefined ? {} : { select })}
    />
  );
}
