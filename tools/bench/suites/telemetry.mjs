import { context } from '@opentelemetry/api';
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks';
import { BasicTracerProvider } from '@opentelemetry/sdk-trace-base';
import { defineHandler } from '@scheduler/contracts';
import { createSchedulerNode, SystemClock } from '@scheduler/core';
import { createMetrics, openTelemetryTracing } from '@scheduler/telemetry';
import { atMost } from '../report.mjs';

/** What telemetry adds to a job that is enqueued alone and done by a handler that does nothing, in processor time of the node. */

export const builds = ['packages/core', 'packages/memory', 'packages/telemetry'];

const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 15);
const COUNT = 10_000;
const IN_FLIGHT = 500;

const OFF = 'off';
const OFF_AGAIN = 'off, again';
const METRICS = 'metrics';
const SPANS = 'two SDK spans';
const CONTESTANTS = [OFF, OFF_AGAIN, METRICS, SPANS];

export async function run({ progress }) {
  context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable());
  const samples = Object.fromEntries(CONTESTANTS.map((name) => [name, []]));
  // The first rounds warm the code up, with everything switched on and off.
  for (let round = -3; round < ROUNDS; round += 1) {
    const micros = {};
    // Turned round by round, so that none is always the first.
    for (const name of round % 2 === 0 ? CONTESTANTS : CONTESTANTS.toReversed())
      micros[name] = await measure(name);
    if (round < 0) continue;
    for (const name of CONTESTANTS) samples[name].push(micros[name]);
    progress(`round ${round + 1} of ${ROUNDS}`);
  }
  context.disable();
  // Other programs only make a round slower, so that the best one tells most of what the code itself takes.
  const best = Object.fromEntries(CONTESTANTS.map((name) => [name, Math.min(...samples[name])]));
  const extra = Object.fromEntries(CONTESTANTS.map((name) => [name, best[name] - best[OFF]]));
  return {
    suite: 'telemetry',
    unit: 'µs of processor time for each job, enqueued alone and done, in memory',
    contestants: CONTESTANTS,
    rows: [
      { name: 'a job', values: best },
      { name: 'added by telemetry', values: extra },
    ],
    verdicts: [
      atMost('metrics', extra[METRICS], 2, 'µs a job'),
      atMost('two spans of the SDK', extra[SPANS], 25, 'µs a job'),
      atMost('the noise of the measurement', Math.abs(extra[OFF_AGAIN]), 1, 'µs a job'),
    ],
    notes: [`the best of ${ROUNDS} rounds of ${COUNT} jobs`, 'spans are recorded, and dropped when they end'],
  };
}

/** Microseconds of processor time for each job. */
async function measure(name) {
  const { createMemoryStore } = await import('@scheduler/memory');
  const tracerProvider = new BasicTracerProvider({ spanProcessors: [DROPPING] });
  const node = createSchedulerNode({
    store: createMemoryStore({ clock: new SystemClock() }),
    handlers: [defineHandler({ type: 'nothing', handle: () => null })],
    ...(name === SPANS ? { tracing: openTelemetryTracing({ tracerProvider }) } : {}),
  });
  const metrics = name === METRICS ? createMetrics({ node }) : null;
  await node.open();
  globalThis.gc?.();
  const before = process.cpuUsage();
  for (let done = 0; done < COUNT; done += IN_FLIGHT) {
    await Promise.all(Array.from({ length: IN_FLIGHT }, () => node.scheduler.enqueue({ type: 'nothing' })));
    await node.drain();
  }
  const { user, system } = process.cpuUsage(before);
  metrics?.stop();
  await node.stop();
  return (user + system) / COUNT;
}

const DROPPING = {
  onStart: () => undefined,
  onEnd: () => undefined,
  forceFlush: () => Promise.resolve(),
  shutdown: () => Promise.resolve(),
};
