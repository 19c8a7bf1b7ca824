import type { AnswerOf, Job } from '@scheduler/client';
import { api } from '../../api/client.js';
import { Section } from '../../design/page.jsx';
import { Tag } from '../../design/status.jsx';
import { type Column, Table } from '../../design/table.jsx';
import { Time } from '../../design/time.jsx';
import { useResource } from '../../live/use-resource.js';

type Change = AnswerOf<'plans.get'>['entries'][number]['changes'][number];

const COLUMNS: readonly Column<Change>[] = [
  { title: 'Field', kind: 'main', cell: ({ field }) => <code>{field}</code> },
  { title: 'Stored', kind: 'wide', cell: ({ before }) => <code class="long">{JSON.stringify(before)}</code> },
  { title: 'Declared', kind: 'wide', cell: ({ after }) => <code class="long">{JSON.stringify(after)}</code> },
];

/** How the job differs from what the application declares. Nothing is shown where it does not, or where nothing is declared. */
export function PlanDifference({ job }: { readonly job: Job }) {
  const plan = useResource(`${job.id} ${job.revision}`, (signal) => api.plans.get({ signal }), {
    live: false,
  });
  const entry = plan.data?.entries.find(({ job_id: id }) => id === job.id);
  if (entry === undefined || (entry.action === 'keep' && !entry.changed_by_hand)) return null;
  return (
    <Section
      title={
        entry.action === 'orphan'
          ? 'The application does not declare this job any more'
          : 'Differs from its declaration'
      }
      note={entry.note}
      actions={entry.changed_by_hand && <Tag tone="warn">changed by hand</Tag>}
    >
      {entry.changes.length > 0 && (
        <Table label="Differences" rows={entry.changes} columns={COLUMNS} keyOf={({ field }) => field} />
      )}
      <p class="hint pad">
        Next run: <Time at={entry.next_run_before} exact /> now, <Time at={entry.next_run_after} exact /> as
        declared. <code>npx scheduler schedule:sync</code> brings it in line.
      </p>
    </Section>
  );
}
