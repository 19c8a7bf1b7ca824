import type { Forecast } from '@scheduler/core';
import { z } from 'zod';
import { isoOf, time } from '../fields/json-fields.js';

const count = z.int();
const hourSchema = z.strictObject({
  at: time,
  starts: count,
  busy_ms: z.number(),
  queues: z.record(z.string(), count).meta({ description: 'How many runs begin, by queue.' }),
});

export const forecastSchema = z
  .strictObject({
    from: time,
    until: time,
    is_cut: z.boolean().meta({ description: 'Whether it ends earlier than asked for.' }),
    jobs: count,
    starts: count,
    hours: z.array(hourSchema),
    busiest: z.array(hourSchema),
    queues: z.array(
      z.strictObject({
        queue: z.string(),
        starts: count,
        busy_ms: z.number(),
        peak: z.strictObject({ at: time, running: count }),
        slots: count.nullable(),
        is_too_narrow: z.boolean(),
      }),
    ),
    collisions: z.array(
      z.strictObject({
        queue: z.string(),
        at: time,
        times: count,
        jobs: z.array(
          z.strictObject({ id: z.string(), name: z.string(), avg_duration_ms: z.number().nullable() }),
        ),
        slots: count.nullable(),
        waiting: count,
        free_minutes: z.array(count),
        jitter_ms: z.number(),
      }),
    ),
    unforeseen: z.array(z.strictObject({ name: z.string(), why: z.string() })),
  })
  .meta({ id: 'Forecast' });

type View = z.infer<typeof forecastSchema>;

/** By hand, because names of queues stand as keys in it, which are not ours to change. */
export function forecastView(forecast: Forecast): View {
  return {
    from: isoOf(forecast.from),
    until: isoOf(forecast.until),
    is_cut: forecast.isCut,
    jobs: forecast.jobs,
    starts: forecast.starts,
    hours: forecast.hours.map(hourView),
    busiest: forecast.busiest.map(hourView),
    queues: forecast.queues.map(({ queue, starts, busyMs, peak, slots, isTooNarrow }) => ({
      queue,
      starts,
      busy_ms: busyMs,
      peak: { at: isoOf(peak.at), running: peak.running },
      slots,
      is_too_narrow: isTooNarrow,
    })),
    collisions: forecast.collisions.map(({ at, freeMinutes, jitterMs, jobs, ...collision }) => ({
      ...collision,
      at: isoOf(at),
      jobs: jobs.map(({ id, name, avgDurationMs }) => ({ id, name, avg_duration_ms: avgDurationMs })),
      free_minutes: [...freeMinutes],
      jitter_ms: jitterMs,
    })),
    unforeseen: forecast.unforeseen.map((each) => ({ ...each })),
  };
}

function hourView({ at, starts, busyMs, queues }: Forecast['hours'][number]): View['hours'][number] {
  return { at: isoOf(at), starts, busy_ms: busyMs, queues: { ...queues } };
}
