import type { Collected } from './collected.js';
import { BUCKETS, type MetricName } from './metric-table.js';
import type { Histogram } from './histogram.js';
import type { Labels, Tally, WorkSeries } from './series.js';

/** A line of a metric. `suffix`: what the name of a histogram has in addition. */
export interface MetricLine {
  readonly suffix: string;
  readonly labels: Labels;
  readonly value: number;
}

type Read = (collected: Collected) => readonly MetricLine[];

/** How the counters and histograms of the table are read; gauges are read from the store. */
export const READERS: Partial<Record<MetricName, Read>> = {
  scheduler_executions_total: tallied('status', ({ ended }) => ended),
  scheduler_executions_skipped_total: tallied('reason', ({ skipped }) => skipped),
  scheduler_executions_started_total: counted(({ started }) => started),
  scheduler_executions_retried_total: counted(({ retried }) => retried),
  scheduler_executions_rescued_total: counted(({ rescued }) => rescued),
  scheduler_dead_letters_added_total: counted(({ deadLetters }) => deadLetters),
  scheduler_executions_duration_seconds: measured(({ duration }) => duration),
  scheduler_executions_waiting_seconds: measured(({ waiting }) => waiting),
  scheduler_workflows_total: (collected) =>
    collected.allWorkflows().flatMap(({ labels, tally }) => linesOf(labels, 'status', tally)),
  scheduler_circuit_trips_total: (collected) =>
    collected.circuitTrips.all().map(({ labels, tally }) => line(labels, tally.counts.get('') ?? 0)),
  scheduler_leader_changes_total: ({ leaderChanges }) => [line({}, leaderChanges)],
};

function line(labels: Labels, value: number, suffix = ''): MetricLine {
  return { suffix, labels, value };
}

function counted(valueOf: (series: WorkSeries) => number): Read {
  return (collected) => collected.allWork().map((series) => line(series.labels, valueOf(series)));
}

function tallied(label: string, tallyOf: (series: WorkSeries) => Tally): Read {
  return (collected) =>
    collected.allWork().flatMap((series) => linesOf(series.labels, label, tallyOf(series)));
}

function linesOf(labels: Labels, label: string, { counts }: Tally): readonly MetricLine[] {
  return [...counts].map(([value, count]) => line({ ...labels, [label]: value }, count));
}

function measured(histogramOf: (series: WorkSeries) => Histogram): Read {
  return (collected) =>
    collected.allWork().flatMap((series) => histogramLines(series.labels, histogramOf(series)));
}

function histogramLines(labels: Labels, { counts, sum, count }: Histogram): readonly MetricLine[] {
  if (count === 0) return [];
  let below = 0;
  const buckets = [...BUCKETS, Infinity].map((bound, index) => {
    below += counts[index] ?? 0;
    return line({ ...labels, le: bound === Infinity ? '+Inf' : String(bound) }, below, '_bucket');
  });
  return [...buckets, line(labels, sum, '_sum'), line(labels, count, '_count')];
}
