import { metric } from './alert-rules.js';

interface Panel {
  readonly title: string;
  readonly unit: string;
  readonly queries: readonly (readonly [expression: string, legend: string])[];
}

const ended = metric('scheduler_executions_total');
const FILTER = '{queue=~"$queue"}';
const duration = metric('scheduler_executions_duration_seconds', '_bucket');
const waiting = metric('scheduler_executions_waiting_seconds', '_bucket');

/** The gauges are those of the store, which each node tells: the greatest of them is the latest. */
const PANELS: readonly Panel[] = [
  {
    title: 'Jobs',
    unit: 'short',
    queries: [
      [`max(${metric('scheduler_jobs')})`, 'all'],
      [`max(${metric('scheduler_jobs_active')})`, 'active'],
      [`max(${metric('scheduler_jobs_failed')})`, 'failed'],
    ],
  },
  {
    title: 'Success rate of the last hour',
    unit: 'percent',
    queries: [[`min(${metric('scheduler_executions_success_rate')})`, 'success rate']],
  },
  {
    title: 'Executions by status',
    unit: 'ops',
    queries: [[`sum by (status) (rate(${ended}${FILTER}[$__rate_interval]))`, '{{status}}']],
  },
  {
    title: 'Executions by type',
    unit: 'ops',
    queries: [[`topk(10, sum by (type) (rate(${ended}${FILTER}[$__rate_interval])))`, '{{type}}']],
  },
  {
    title: 'Duration of attempts',
    unit: 's',
    queries: [quantile(0.5, duration), quantile(0.95, duration), quantile(0.99, duration)],
  },
  {
    title: 'Waiting for a slot',
    unit: 's',
    queries: [quantile(0.5, waiting), quantile(0.95, waiting)],
  },
  {
    title: 'Queue size',
    unit: 'short',
    queries: [[`max by (queue) (${metric('scheduler_queue_size')}${FILTER})`, '{{queue}}']],
  },
  {
    title: 'Running',
    unit: 'short',
    queries: [[`max by (queue) (${metric('scheduler_queue_processing')}${FILTER})`, '{{queue}}']],
  },
  {
    title: 'Retries, rescues and skips',
    unit: 'ops',
    queries: [
      [`sum(rate(${metric('scheduler_executions_retried_total')}${FILTER}[$__rate_interval]))`, 'retried'],
      [`sum(rate(${metric('scheduler_executions_rescued_total')}${FILTER}[$__rate_interval]))`, 'rescued'],
      [
        `sum by (reason) (rate(${metric('scheduler_executions_skipped_total')}${FILTER}[$__rate_interval]))`,
        'skipped: {{reason}}',
      ],
    ],
  },
  {
    title: 'Dead letters',
    unit: 'short',
    queries: [[`max(${metric('scheduler_dead_letters')})`, 'dead letters']],
  },
  {
    title: 'Workflows by status',
    unit: 'ops',
    queries: [
      [`sum by (status) (rate(${metric('scheduler_workflows_total')}[$__rate_interval]))`, '{{status}}'],
    ],
  },
];

const [WIDTH, HEIGHT, COLUMNS] = [12, 8, 2];

/**
 * A dashboard for Grafana 10 and later, to be imported as JSON. It asks for the Prometheus to read from.
 *
 * @example
 * writeFileSync('scheduler-dashboard.json', JSON.stringify(grafanaDashboard()));
 */
export function grafanaDashboard(): object {
  return {
    title: 'Scheduler',
    uid: 'scheduler',
    schemaVersion: 39,
    timezone: 'browser',
    refresh: '30s',
    time: { from: 'now-6h', to: 'now' },
    templating: {
      list: [
        { name: 'datasource', type: 'datasource', query: 'prometheus' },
        {
          name: 'queue',
          type: 'query',
          datasource: { type: 'prometheus', uid: '${datasource}' },
          query: `label_values(${metric('scheduler_executions_started_total')}, queue)`,
          includeAll: true,
          multi: true,
          allValue: '.*',
        },
      ],
    },
    panels: PANELS.map(panelJson),
  };
}

function quantile(part: number, histogram: string): readonly [string, string] {
  const rate = `sum by (le) (rate(${histogram}${FILTER}[$__rate_interval]))`;
  return [`histogram_quantile(${part}, ${rate})`, `p${part * 100}`];
}

function panelJson({ title, unit, queries }: Panel, index: number): object {
  const datasource = { type: 'prometheus', uid: '${datasource}' };
  const [x, y] = [(index % COLUMNS) * WIDTH, Math.floor(index / COLUMNS) * HEIGHT];
  return {
    id: index + 1,
    title,
    type: 'timeseries',
    datasource,
    gridPos: { x, y, w: WIDTH, h: HEIGHT },
    fieldConfig: { defaults: { unit, min: 0 }, overrides: [] },
    targets: queries.map(([expr, legendFormat], position) => ({
      refId: String.fromCharCode('A'.charCodeAt(0) + position),
      datasource,
      expr,
      legendFormat,
    })),
  };
}
