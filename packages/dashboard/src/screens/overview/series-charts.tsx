import { useMemo } from 'preact/hooks';
import type { SeriesPoint } from '../../api/shapes.js';
import { Chart, type ChartData } from '../../design/chart/chart.jsx';
import { count, DURATION_STEPS, shortDuration } from '../../design/format.js';
import { Section } from '../../design/page.jsx';

/** What ended, and how long it took and had waited, over the period. */
export function SeriesCharts({ points }: { readonly points: readonly SeriesPoint[] }) {
  const ended = useMemo(() => endedOf(points), [points]);
  const times = useMemo(() => timesOf(points), [points]);
  const waits = useMemo(() => waitsOf(points), [points]);
  return (
    <div class="columns charts">
      <Section title="Throughput" note="what ended">
        <Chart label="Executions that ended" data={ended} />
      </Section>
      <Section title="Latency" note="how long it took">
        <Chart label="How long executions took" data={times} />
      </Section>
      <Section title="Waiting" note="until it began">
        <Chart label="How long executions waited" data={waits} />
      </Section>
    </div>
  );
}

const instants = (points: readonly SeriesPoint[]): readonly number[] =>
  points.map(({ at }) => Date.parse(at));

function endedOf(points: readonly SeriesPoint[]): ChartData {
  return {
    at: instants(points),
    format: (value) => (Number.isInteger(value) ? count(value) : ''),
    lines: [
      { name: 'succeeded', tone: 'good', kind: 'bars', values: points.map(({ ended }) => ended.successful) },
      {
        name: 'failed',
        tone: 'bad',
        kind: 'bars',
        values: points.map(({ ended }) => ended.failed + ended.timeout),
      },
    ],
  };
}

function timesOf(points: readonly SeriesPoint[]): ChartData {
  return {
    at: instants(points),
    format: shortDuration,
    steps: DURATION_STEPS,
    lines: [
      {
        name: 'half within',
        tone: 'busy',
        kind: 'line',
        values: points.map(({ durations }) => durations.p50_ms),
      },
      {
        name: '95 % within',
        tone: 'accent',
        kind: 'line',
        values: points.map(({ durations }) => durations.p95_ms),
      },
    ],
  };
}

function waitsOf(points: readonly SeriesPoint[]): ChartData {
  return {
    at: instants(points),
    format: shortDuration,
    steps: DURATION_STEPS,
    lines: [
      { name: 'on average', tone: 'busy', kind: 'line', values: points.map(({ waiting }) => waiting.avg_ms) },
      { name: 'at most', tone: 'warn', kind: 'line', values: points.map(({ waiting }) => waiting.max_ms) },
    ],
  };
}
