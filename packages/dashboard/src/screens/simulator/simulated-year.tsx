import { CellGrid } from '../../design/cell-grid.jsx';
import { count, counted, localTime } from '../../design/format.js';
import { Empty, Section } from '../../design/page.jsx';
import { Tag } from '../../design/status.jsx';
import { type Column, Table } from '../../design/table.jsx';
import { LocalTime } from './next-runs.jsx';
import type { SimulatedRun, Simulation, Verdict } from './simulate.js';
import { DAY_NAMES, daysOf, usualCount, yearOf } from './year-of.js';

const SHOWN = 200;

interface Props {
  readonly year: number;
  readonly zone: string;
  readonly simulation: Simulation;
  readonly date: string | undefined;
  readonly onDate: (date: string | undefined) => void;
}

/** A year of a schedule: figures, a cell for each day, and what is not ordinary. */
export function SimulatedYear({ year, zone, simulation, date, onDate }: Props) {
  const { runs, until, isCut } = simulation;
  const days = daysOf(runs);
  const unusual = runs.filter(({ verdict, note }) => verdict !== 'on_time' || note !== null);
  return (
    <>
      <Figures runs={runs} />
      <Section title={`${year}, day by day`} note={zone}>
        <div class="cell-frame">
          <CellGrid
            label="Days of the year"
            columns={DAY_NAMES}
            namedEvery={3}
            rows={yearOf(year, days, until)}
            chosen={date}
            onChoose={(key) => onDate(key === date ? undefined : key)}
          />
          <Legend usual={usualCount(days)} />
          {isCut && (
            <p class="muted">
              More than {count(runs.length)} runs: looked at until {localTime(until)}.
            </p>
          )}
        </div>
        {date !== undefined && <OneDay date={date} runs={days.get(date) ?? []} />}
      </Section>
      <Section title="What is not ordinary" note={counted(unusual.length, 'instant')}>
        {unusual.length === 0 ? (
          <Empty title="Nothing.">Each run is on time, and daylight saving changes nothing.</Empty>
        ) : (
          <RunsTable label="What is not ordinary" runs={unusual} />
        )}
      </Section>
    </>
  );
}

function Figures({ runs }: { readonly runs: readonly SimulatedRun[] }) {
  const how = (verdict: Verdict) => runs.filter((run) => run.verdict === verdict).length;
  const missed = how('missed');
  const figures = [
    { name: 'Runs', value: runs.filter(({ ranAt }) => ranAt !== null).length, tone: '' },
    { name: 'Made up for', value: how('caught_up') + how('late'), tone: '' },
    { name: 'Missed', value: missed, tone: missed > 0 ? 'tone-bad' : '' },
    {
      name: 'By daylight saving',
      value: runs.filter(({ note }) => note !== null).length,
      tone: '',
    },
  ];
  return (
    <dl class="figures">
      {figures.map(({ name, value, tone }) => (
        <div key={name} class="figure-card">
          <dt>{name}</dt>
          <dd class={`value ${tone}`}>{count(value)}</dd>
        </div>
      ))}
    </dl>
  );
}

function Legend({ usual }: { readonly usual: number }) {
  return (
    <p class="year-legend" aria-hidden="true">
      <span class="grid-cell level-0" /> no run
      <span class="grid-cell level-3" /> a usual day{usual > 0 && ` (${count(usual)})`}
      <span class="grid-cell level-6" /> twice as many
      <span class="grid-cell level-3 mark-note" /> daylight saving
      <span class="grid-cell level-3 mark-warn" /> made up for
      <span class="grid-cell mark-bad" /> missed
    </p>
  );
}

function OneDay({ date, runs }: { readonly date: string; readonly runs: readonly SimulatedRun[] }) {
  return (
    <div class="one-day" aria-live="polite">
      {runs.length === 0 ? (
        <p class="pad">Nothing is due on {date}.</p>
      ) : (
        <RunsTable label={`Runs on ${date}`} runs={runs} />
      )}
    </div>
  );
}

const VERDICTS: Readonly<Record<Verdict, { readonly text: string; readonly tone: string }>> = {
  on_time: { text: 'on time', tone: 'good' },
  late: { text: 'late', tone: 'warn' },
  caught_up: { text: 'made up for', tone: 'warn' },
  missed: { text: 'missed', tone: 'bad' },
  skipped: { text: 'left out', tone: 'calm' },
};

const COLUMNS: readonly Column<SimulatedRun>[] = [
  { title: 'Due', kind: 'main', cell: ({ local }) => <LocalTime local={local} /> },
  {
    title: 'What happens',
    kind: 'tight',
    cell: ({ verdict }) => <Tag tone={VERDICTS[verdict].tone}>{VERDICTS[verdict].text}</Tag>,
  },
  { title: 'Why', kind: 'wide', cell: (run) => <Why run={run} /> },
];

function Why({ run: { verdict, note, ranAt } }: { readonly run: SimulatedRun }) {
  const later =
    ranAt !== null && (verdict === 'caught_up' || verdict === 'late')
      ? `no node ran; it runs when one is back, ${localTime(ranAt)} here`
      : verdict === 'missed'
        ? 'no node ran, and it is not made up for'
        : null;
  return <>{[note, later].filter((text) => text !== null).join('; ')}</>;
}

function RunsTable({ label, runs }: { readonly label: string; readonly runs: readonly SimulatedRun[] }) {
  return (
    <>
      <Table
        label={label}
        rows={runs.slice(0, SHOWN)}
        columns={COLUMNS}
        keyOf={({ at, verdict, local }) => `${at.getTime()} ${verdict} ${local}`}
      />
      {runs.length > SHOWN && <p class="pad muted">and {counted(runs.length - SHOWN, 'other')}</p>}
    </>
  );
}
