import type { PerformanceMetrics } from '@scheduler/contracts';
import { elapsed } from '../output/times.js';

/** `12: 7 successful, 5 failed`; counts of zero are left out. */
export function countsText({ total, ...counts }: Readonly<Record<string, number>>): string {
  const parts = Object.entries(counts).filter(([, count]) => count > 0);
  return parts.length === 0
    ? `${total}`
    : `${total}: ${parts.map(([name, count]) => `${count} ${name}`).join(', ')}`;
}

/** `87.5 %` */
export function successText({ successRatePercent: percent }: PerformanceMetrics): string {
  return percent === null ? '-' : `${Math.round(percent * 10) / 10} %`;
}

/** `avg 40 ms, min 10 ms, …` */
export function durationsText(performance: PerformanceMetrics): string {
  const { avgMs: avg, minMs: min, p50Ms: p50, p95Ms: p95, p99Ms: p99, maxMs: max } = performance;
  const shown = Object.entries({ avg, min, p50, p95, p99, max }).flatMap(([name, value]) =>
    value === null ? [] : [`${name} ${elapsed(value)}`],
  );
  return shown.length === 0 ? '-' : shown.join(', ');
}
