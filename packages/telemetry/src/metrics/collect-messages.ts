import { telemetry } from '@scheduler/core';
import type { Collected } from './collected.js';

const MS = 1_000;

/** Called with the durations of attempts, for instruments that cannot read a histogram. */
export interface DurationListener {
  duration(labels: Readonly<Record<string, string>>, seconds: number): void;
  waiting(labels: Readonly<Record<string, string>>, seconds: number): void;
}

/** Counts what the nodes of this process emit. Returns a function that ends it. */
export function collectMessages(collected: Collected, listeners: ReadonlySet<DurationListener>): () => void {
  const took = (series: ReturnType<Collected['of']>, durationMs: number) => {
    const seconds = durationMs / MS;
    series.duration.observe(seconds);
    for (const listener of listeners) listener.duration(series.labels, seconds);
  };
  const leave = [
    telemetry.subscribe('scheduler:job:start', (message) => {
      const series = collected.of(message);
      const seconds = message.waitedMs / MS;
      series.started += 1;
      series.waiting.observe(seconds);
      for (const listener of listeners) listener.waiting(series.labels, seconds);
    }),
    telemetry.subscribe('scheduler:job:stop', (message) => {
      const series = collected.of(message);
      took(series, message.durationMs);
      if (message.outcome === 'success') series.ended.add('success');
    }),
    telemetry.subscribe('scheduler:job:exception', (message) => {
      const series = collected.of(message);
      took(series, message.durationMs);
      if (message.retryAt === null) series.ended.add(message.status);
      else series.retried += 1;
    }),
    telemetry.subscribe('scheduler:job:cancel', (message) => {
      const series = collected.of(message);
      if (message.durationMs !== null) took(series, message.durationMs);
      series.ended.add('cancelled');
    }),
    telemetry.subscribe('scheduler:job:discard', (message) => {
      // An exception has told it already.
      if (message.reason === 'retries_exhausted') return;
      const series = collected.of(message);
      if (message.durationMs !== null) took(series, message.durationMs);
      series.ended.add('discarded');
    }),
    telemetry.subscribe('scheduler:job:skip', (message) => collected.of(message).skipped.add(message.reason)),
    telemetry.subscribe('scheduler:job:rescue', (message) => {
      collected.of(message).rescued += 1;
    }),
    telemetry.subscribe('scheduler:dead_letter:insert', (message) => {
      collected.of(message).deadLetters += 1;
    }),
    telemetry.subscribeMany(['scheduler:workflow:stop', 'scheduler:workflow:fail'], (message) =>
      collected.ofWorkflow(message).add(message.status),
    ),
    telemetry.subscribe('scheduler:circuit:trip', ({ circuit }) =>
      collected.circuitTrips.of(circuit).tally.add(''),
    ),
    telemetry.subscribe('scheduler:leader:election', () => {
      collected.leaderChanges += 1;
    }),
  ];
  return () => leave.forEach((end) => end());
}
