import type { QueueStatistics } from '@scheduler/client';
import { useState } from 'preact/hooks';
import { api } from '../../api/client.js';
import { may } from '../../api/session.js';
import { Button } from '../../design/button.jsx';
import { confirm } from '../../design/dialog.jsx';
import { count, counted } from '../../design/format.js';
import { attempt } from '../../design/notices.jsx';
import { Tag } from '../../design/status.jsx';
import { type Column, Table } from '../../design/table.jsx';
import { hrefOf } from '../../navigation/address.js';
import { LimitsDialog } from './limits-dialog.jsx';

interface Props {
  readonly queues: readonly QueueStatistics[];
  readonly reload: () => void;
}

export function QueuesTable({ queues, reload }: Props) {
  const [limiting, setLimiting] = useState<QueueStatistics | null>(null);
  const columns: readonly Column<QueueStatistics>[] = [
    { title: 'Queue', kind: 'main', cell: (queue) => <Name queue={queue} /> },
    {
      title: 'Waits',
      kind: 'figure',
      cell: (queue) => <Work queue={queue} status="pending" value={queue.available} />,
    },
    { title: 'Later', kind: 'figure', cell: ({ delayed }) => count(delayed) },
    {
      title: 'Runs',
      kind: 'figure',
      cell: (queue) => <Work queue={queue} status="running" value={queue.running} />,
    },
    { title: 'Slots', kind: 'tight', cell: (queue) => <Slots queue={queue} /> },
    ...(may('queues:write')
      ? [
          {
            title: 'Change',
            kind: 'tight' as const,
            cell: (queue: QueueStatistics) => (
              <div class="actions">
                <Button onPress={() => toggle(queue, reload)}>{queue.paused ? 'Resume' : 'Pause'}</Button>
                <Button onPress={() => setLimiting(queue)}>Limits…</Button>
              </div>
            ),
          },
        ]
      : []),
  ];
  return (
    <>
      <Table label="Queues" rows={queues} columns={columns} keyOf={({ queue }) => queue} />
      {limiting !== null && (
        <LimitsDialog
          queue={limiting}
          onClose={() => {
            setLimiting(null);
            reload();
          }}
        />
      )}
    </>
  );
}

function Name({ queue: { queue, paused, without_handler: without } }: { readonly queue: QueueStatistics }) {
  return (
    <div>
      <span class="queue-name">
        <a class="long" href={hrefOf('executions', { queue })}>
          {queue}
        </a>
        {paused && <Tag tone="warn">paused</Tag>}
      </span>
      {without.length > 0 && (
        <span class="sub tone-text-warn">
          waits without a handler on this node: {without.map(({ type }) => type).join(', ')}
        </span>
      )}
    </div>
  );
}

function Work({
  queue: { queue },
  status,
  value,
}: {
  readonly queue: QueueStatistics;
  readonly status: string;
  readonly value: number;
}) {
  return value === 0 ? <>0</> : <a href={hrefOf('executions', { queue, status })}>{count(value)}</a>;
}

/** How many of the slots are taken. Only a limit over all nodes can be compared with what runs on all nodes. */
function Slots({ queue }: { readonly queue: QueueStatistics }) {
  const { concurrency, global_limit: limit, running } = queue;
  return (
    <div>
      {limit !== null && (
        <meter
          class="slots"
          min={0}
          max={limit}
          value={Math.min(running, limit)}
          aria-label={`${running} of ${limit} slots`}
        />
      )}
      <span class="sub muted">
        {concurrency === null ? 'not processed by this node' : `${counted(concurrency, 'slot')} a node`}
        {limit !== null && `, ${limit} over all`}
      </span>
    </div>
  );
}

async function toggle({ queue, paused }: QueueStatistics, reload: () => void): Promise<void> {
  if (!paused) {
    const yes = await confirm({
      title: `Pause ${queue}?`,
      text: 'Nothing of this queue starts on any node until it is resumed. What runs goes on.',
      action: 'Pause the queue',
    });
    if (!yes) return;
  }
  const verb = paused ? 'resume' : 'pause';
  await attempt(() => api.queues[verb](queue), `${queue} is ${paused ? 'resumed' : 'paused'}.`);
  reload();
}
