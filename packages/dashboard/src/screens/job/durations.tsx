import type { Job } from '@scheduler/client';
import { useMemo } from 'preact/hooks';
import { api } from '../../api/client.js';
import type { SeriesPoint } from '../../api/shapes.js';
import { Chart, type ChartData } from '../../design/chart/chart.jsx';
import { Choices } from '../../design/fields.jsx';
import { DURATION_STEPS, shortDuration } from '../../design/format.js';
import { Empty, Loaded, Section } from '../../design/page.jsx';
import { useResource } from '../../live/use-resource.js';
import { PERIODS, periodOf } from '../../navigation/periods.js';
import { useSearch } from '../../navigation/use-search.js';

export function Durations({ job }: { readonly job: Job }) {
  const search = useSearch();
  const period = periodOf(search.values['period']);
  const series = useResource(`${job.id} ${period}`, (signal) =>
    api.metrics.series({ job: job.id, period }, { signal }),
  );
  return (
    <Section
      title="Durations"
      actions={
        <Choices
          label="Period"
          options={PERIODS}
          chosen={[period]}
          onToggle={(value) => search.change({ period: value }, { replace: true })}
        />
      }
    >
      <Loaded resource={series} lines={9}>
        {({ lines }) => <DurationChart points={lines[0]?.points ?? []} />}
      </Loaded>
    </Section>
  );
}

function DurationChart({ points }: { readonly points: readonly SeriesPoint[] }) {
  const data = useMemo(() => dataOf(points), [points]);
  if (!points.some(({ ended }) => ended.total > 0))
    return <Empty title="It has not ended in this time.">Choose a longer time, or run it now.</Empty>;
  return <Chart label="How long the job took" data={data} />;
}

function dataOf(points: readonly SeriesPoint[]): ChartData {
  return {
    at: points.map(({ at }) => Date.parse(at)),
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
      {
        name: 'longest',
        tone: 'warn',
        kind: 'line',
        values: points.map(({ durations }) => durations.max_ms),
      },
    ],
  };
}
