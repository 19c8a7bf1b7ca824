import { api } from '../../api/client.js';
import { may, seesAllTenants } from '../../api/session.js';
import { Choices } from '../../design/fields.jsx';
import { Empty, Loaded, Page, Section } from '../../design/page.jsx';
import { useResource } from '../../live/use-resource.js';
import { type Period, PERIODS, periodOf } from '../../navigation/periods.js';
import { useSearch } from '../../navigation/use-search.js';
import { Figures } from './figures.jsx';
import { FiringAlerts } from './firing-alerts.jsx';
import { LatestFailures } from './latest-failures.jsx';
import { NextRuns } from './next-runs.jsx';
import { NodesPanel } from './nodes-panel.jsx';
import { SeriesCharts } from './series-charts.jsx';

export function OverviewScreen() {
  const search = useSearch();
  const period = periodOf(search.values['period']);
  return (
    <Page
      title="Overview"
      lead="How it went, what waits, and what comes next."
      actions={
        <Choices
          label="Period"
          options={PERIODS}
          chosen={[period]}
          onToggle={(value) => search.change({ period: value === '24h' ? undefined : value })}
        />
      }
    >
      {may('alerts:read') && <FiringAlerts />}
      {may('metrics:read') && <Statistics period={period} />}
      <div class="columns even">
        {may('executions:read') && <LatestFailures period={period} />}
        <div>
          {may('jobs:read') && <NextRuns />}
          {may('nodes:read') && seesAllTenants() && <NodesPanel />}
        </div>
      </div>
    </Page>
  );
}

function Statistics({ period }: { readonly period: Period }) {
  const metrics = useResource(`metrics ${period}`, (signal) => api.metrics.get({ period }, { signal }));
  const series = useResource(`series ${period}`, (signal) => api.metrics.series({ period }, { signal }));
  return (
    <>
      <Loaded resource={metrics} lines={2}>
        {(data) => <Figures metrics={data} period={period} />}
      </Loaded>
      <Loaded resource={series} lines={9}>
        {({ lines }) => {
          const points = lines[0]?.points ?? [];
          return points.some(({ ended }) => ended.total > 0) ? (
            <SeriesCharts points={points} />
          ) : (
            <Section title="Throughput">
              <Empty title="Nothing has ended in this time.">Choose a longer time, or run a job.</Empty>
            </Section>
          );
        }}
      </Loaded>
    </>
  );
}
