import type { SeriesPoint, StatisticsSeries } from '@scheduler/contracts';
import { z } from 'zod';
import { isoOf, time } from '../fields/json-fields.js';

const count = z.int();
const milliseconds = z.number().nullable();

const pointSchema = z.strictObject({
  at: time,
  started: count,
  ended: z.strictObject({
    total: count,
    successful: count,
    failed: count,
    timeout: count,
    cancelled: count,
    skipped: count,
  }),
  success_rate: z.number().nullable().meta({ description: 'In percent, 0 to 100.' }),
  durations: z.strictObject({
    avg_ms: milliseconds,
    min_ms: milliseconds,
    max_ms: milliseconds,
    p50_ms: milliseconds,
    p95_ms: milliseconds,
    p99_ms: milliseconds,
  }),
  waiting: z.strictObject({ avg_ms: milliseconds, max_ms: milliseconds }),
});

export const seriesSchema = z
  .strictObject({
    since: time,
    until: time,
    bucket_ms: z.number(),
    by: z.enum(['status', 'queue', 'type']).nullable(),
    job_id: z.string().nullable(),
    counted_since: time.meta({
      description: 'Later than `since` where more ended within the range than is read.',
    }),
    lines: z.array(z.strictObject({ group: z.string().nullable(), points: z.array(pointSchema) })),
    generated_at: time,
  })
  .meta({ id: 'StatisticsSeries' });

export function seriesView(series: StatisticsSeries): z.infer<typeof seriesSchema> {
  return {
    since: isoOf(series.since),
    until: isoOf(series.until),
    bucket_ms: series.bucketMs,
    by: series.by,
    job_id: series.jobId,
    counted_since: isoOf(series.countedSince),
    lines: series.lines.map(({ group, points }) => ({ group, points: points.map(pointView) })),
    generated_at: isoOf(series.generatedAt),
  };
}

function pointView({ at, started, ended, performance, waiting }: SeriesPoint): z.infer<typeof pointSchema> {
  return {
    at: isoOf(at),
    started,
    ended: { ...ended },
    success_rate: performance.successRatePercent,
    durations: {
      avg_ms: performance.avgMs,
      min_ms: performance.minMs,
      max_ms: performance.maxMs,
      p50_ms: performance.p50Ms,
      p95_ms: performance.p95Ms,
      p99_ms: performance.p99Ms,
    },
    waiting: { avg_ms: waiting.avgMs, max_ms: waiting.maxMs },
  };
}
