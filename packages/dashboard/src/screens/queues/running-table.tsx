import type { Execution } from '@scheduler/client';
import { api } from '../../api/client.js';
import { may } from '../../api/session.js';
import { Button } from '../../design/button.jsx';
import { confirm } from '../../design/dialog.jsx';
import { count } from '../../design/format.js';
import { attempt } from '../../design/notices.jsx';
import { Tag } from '../../design/status.jsx';
import { type Column, Table } from '../../design/table.jsx';
import { Since } from '../../design/time.jsx';
import { executionHref } from '../../navigation/address.js';

/** What runs now, with how far it is. */
export function RunningTable({
  rows,
  reload,
}: {
  readonly rows: readonly Execution[];
  readonly reload: () => void;
}) {
  const columns: readonly Column<Execution>[] = [
    {
      title: 'Execution',
      kind: 'main',
      cell: ({ id, job_name: job, handler_name: type, queue }) => (
        <div>
          <a class="long" href={executionHref(id)}>
            {job ?? type}
          </a>
          <span class="sub muted">
            {job !== null && job !== type ? `${type} · ` : ''}
            {queue}
          </span>
        </div>
      ),
    },
    { title: 'Progress', kind: 'wide', cell: (execution) => <Progress execution={execution} /> },
    {
      title: 'Since',
      kind: 'figure',
      cell: ({ started_at: at }) => (at === null ? '–' : <Since at={at} />),
    },
    {
      title: 'Node',
      kind: 'tight',
      cell: ({ worker_id: node }) => <code title={node ?? ''}>{shortId(node)}</code>,
    },
    ...(may('executions:cancel')
      ? [
          {
            title: 'Change',
            kind: 'tight' as const,
            cell: (execution: Execution) => <Cancel execution={execution} reload={reload} />,
          },
        ]
      : []),
  ];
  return <Table label="Running now" rows={rows} columns={columns} keyOf={({ id }) => id} />;
}

const SHORT = 8;

/** The end of an id, which tells it from others; its beginning is a time. */
export function shortId(id: string | null): string {
  if (id === null) return '–';
  return id.length > SHORT + 4 ? `…${id.slice(-SHORT)}` : id;
}

function Progress({ execution: { progress } }: { readonly execution: Execution }) {
  if (progress === null) return <span class="muted">not reported</span>;
  const { done, total } = progress;
  const isKnown = total !== null && total > 0;
  return (
    <div class="progress">
      <progress {...(isKnown ? { value: done, max: total } : {})} aria-label="Progress" />
      <span class="number muted">
        {isKnown ? `${Math.floor((100 * done) / total)} % · ${count(done)} of ${count(total)}` : count(done)}
      </span>
    </div>
  );
}

function Cancel({ execution, reload }: { readonly execution: Execution; readonly reload: () => void }) {
  if (execution.cancel_requested !== null) return <Tag tone="warn">stopping</Tag>;
  const cancel = async () => {
    const yes = await confirm({
      title: 'Cancel this running execution?',
      text: 'Its handler is asked to stop. What it has done already stays done.',
      action: 'Cancel the execution',
      destroys: true,
    });
    if (!yes) return;
    await attempt(() => api.executions.cancel(execution.id), 'It was asked to stop.');
    reload();
  };
  return (
    <div class="actions">
      <Button kind="danger" onPress={cancel}>
        Cancel
      </Button>
    </div>
  );
}
