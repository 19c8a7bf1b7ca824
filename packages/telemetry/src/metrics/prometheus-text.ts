import type { Collected } from './collected.js';
import { METRIC_NAMES, METRIC_TABLE, type MetricName } from './metric-table.js';
import { type MetricLine, READERS } from './samples-of.js';
import type { Gauges } from './store-gauges.js';

/** The content type of the text. */
export const PROMETHEUS_CONTENT_TYPE = 'text/plain; version=0.0.4; charset=utf-8';

/** All metrics in the text format of Prometheus. */
export function prometheusText(collected: Collected, gauges: Gauges): string {
  return METRIC_NAMES.map((name) => family(name, linesOf(name, collected, gauges))).join('');
}

function linesOf(name: MetricName, collected: Collected, gauges: Gauges): readonly MetricLine[] {
  const read = READERS[name];
  if (read !== undefined) return read(collected);
  return (gauges[name] ?? []).map(({ labels, value }) => ({ suffix: '', labels, value }));
}

function family(name: MetricName, lines: readonly MetricLine[]): string {
  if (lines.length === 0) return '';
  const { help, kind } = METRIC_TABLE[name];
  const samples = lines.map(({ suffix, labels, value }) => `${name}${suffix}${labelText(labels)} ${value}\n`);
  return `# HELP ${name} ${help}\n# TYPE ${name} ${kind}\n${samples.join('')}`;
}

function labelText(labels: MetricLine['labels']): string {
  const pairs = Object.entries(labels).map(([label, value]) => `${label}="${escaped(value)}"`);
  return pairs.length === 0 ? '' : `{${pairs.join(',')}}`;
}

function escaped(value: string): string {
  return value.replaceAll('\\', '\\\\').replaceAll('"', '\\"').replaceAll('\n', '\\n');
}
