import type { Explanation } from '../../api/shapes.js';
import { words } from '../../design/format.js';
import { Empty } from '../../design/page.jsx';
import { Status } from '../../design/status.jsx';
import { type Column, Table } from '../../design/table.jsx';
import { Time, WithTimes } from '../../design/time.jsx';
import { executionHref } from '../../navigation/address.js';

type Occurrence = Explanation['occurrences'][number];

/** The tones of verdicts: `fired`, `late`, `skipped: overlap` … */
function toneOf(kind: string): string {
  if (/late|caught|retry|waiting/.test(kind)) return 'timeout';
  if (/^(fired|success|succeeded|ran|on_time)/.test(kind)) return 'success';
  if (/^(failed|timeout)/.test(kind)) return 'failed';
  return kind === 'running' ? 'running' : 'skipped';
}

const COLUMNS: readonly Column<Occurrence>[] = [
  { title: 'Instant', kind: 'tight', cell: ({ at }) => <Time at={at} exact /> },
  {
    title: 'Verdict',
    kind: 'tight',
    cell: ({ kind }) => <Status value={toneOf(kind)} label={words(kind)} />,
  },
  {
    title: 'Why',
    kind: 'wide',
    cell: ({ why, execution_id: id, count }) => (
      <span class="long">
        {id === null ? (
          <WithTimes text={why} />
        ) : (
          <a href={executionHref(id)}>
            <WithTimes text={why} />
          </a>
        )}
        {count > 1 && <span class="muted"> ({count} instants)</span>}
      </span>
    ),
  },
];

/** Each instant with its verdict: why the job did, or did not, run. */
export function Ledger({ explanation }: { readonly explanation: Explanation }) {
  const { now, occurrences } = explanation;
  return (
    <>
      <ul class="now-lines">
        {now.map((line) => (
          <li key={line} class="long">
            <WithTimes text={line} />
          </li>
        ))}
      </ul>
      {occurrences.length === 0 ? (
        <Empty title="No instant of this job has come yet." />
      ) : (
        <Table
          label="Instants of the job"
          rows={occurrences}
          columns={COLUMNS}
          keyOf={({ at, kind, execution_id: id }) => `${at} ${kind} ${id ?? ''}`}
        />
      )}
    </>
  );
}
