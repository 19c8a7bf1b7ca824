import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import {
  AggregationTemporality,
  InMemoryMetricExporter,
  MeterProvider,
  PeriodicExportingMetricReader,
} from '@opentelemetry/sdk-metrics';
import { ConfigurationInvalid, defineHandler, type HandledJob, JobResult } from '@scheduler/contracts';
import { createSchedulerNode, METRICS } from '@scheduler/core';
import { createMemoryStore } from '@scheduler/memory';
import { SettableClock } from '@scheduler/testing';
import { prometheusRules } from './alert-rules.js';
import { createMetrics, type MetricsOptions, type ProcessMetrics } from './create-metrics.js';
import { grafanaDashboard } from './grafana-dashboard.js';
import { metricsListener } from './metrics-listener.js';
import { PROMETHEUS_CONTENT_TYPE } from './prometheus-text.js';
import { METRIC_NAMES, METRIC_TABLE } from './metric-table.js';
import { bindOpenTelemetryMetrics, openTelemetryName } from './open-telemetry-metrics.js';

const run = promisify(execFile);
const open: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of open.splice(0)) await close();
});

function scene(options: MetricsOptions = {}) {
  const clock = new SettableClock('2030-01-01T00:00:00Z');
  const node = createSchedulerNode({
    clock,
    store: createMemoryStore({ clock }),
    logger: { debug: () => undefined, info: () => undefined, warn: () => undefined, error: () => undefined },
    handlers: [
      defineHandler({
        type: ['mail', 'export'],
        handle: (job: HandledJob<{ readonly end?: string } | null>) => {
          if (job.payload?.end === 'fail') throw new Error('no');
          if (job.payload?.end === 'discard') return JobResult.discarded('not needed');
          return JobResult.success();
        },
      }),
    ],
  });
  const metrics = createMetrics({ node, ...options });
  open.push(
    () => metrics.stop(),
    () => node.stop(),
  );
  return { clock, node, metrics };
}

async function linesOf(metrics: ProcessMetrics): Promise<ReadonlyMap<string, number>> {
  const text = await metrics.prometheus();
  return new Map(
    text
      .split('\n')
      .filter((line) => line !== '' && !line.startsWith('#'))
      .map((line) => [line.slice(0, line.lastIndexOf(' ')), Number(line.slice(line.lastIndexOf(' ') + 1))]),
  );
}

describe('metrics (F221)', () => {
  it('count executions by queue, type, tenant and how they ended', async () => {
    const { clock, node, metrics } = scene();
    await node.scheduler.enqueueMany([
      { type: 'mail', tenant: 'acme', queue: 'default' },
      { type: 'mail', payload: { end: 'fail' }, maxRetries: 1 },
      { type: 'export', payload: { end: 'discard' } },
    ]);
    await node.drain();
    await clock.advance('2h');
    await node.drain();
    const lines = await linesOf(metrics);
    const of = (name: string, labels: string) => lines.get(`${name}{${labels}}`);
    const mail = 'queue="default",type="mail",tenant=""';
    expect(
      of('scheduler_executions_total', 'queue="default",type="mail",tenant="acme",status="success"'),
    ).toBe(1);
    expect(of('scheduler_executions_total', `${mail},status="failed"`)).toBe(1);
    expect(
      of('scheduler_executions_total', 'queue="default",type="export",tenant="",status="discarded"'),
    ).toBe(1);
    expect(of('scheduler_executions_started_total', mail)).toBe(2);
    expect(of('scheduler_executions_retried_total', mail)).toBe(1);
    expect(of('scheduler_dead_letters_added_total', mail)).toBe(1);
    expect(of('scheduler_executions_duration_seconds_count', mail)).toBe(2);
    expect(of('scheduler_executions_duration_seconds_bucket', `${mail},le="+Inf"`)).toBe(2);
    expect(lines.get('scheduler_dead_letters')).toBe(1);
    expect(lines.get('scheduler_store_reachable')).toBe(1);
    expect(lines.get('scheduler_queue_size{queue="default"}')).toBe(0);
  });

  it('stay few, whoever invents tenants', async () => {
    const { node, metrics } = scene({ maxSeries: 3 });
    await node.scheduler.enqueueMany(
      Array.from({ length: 10 }, (_, number) => ({ type: 'mail', tenant: `tenant-${number}` })),
    );
    await node.drain();
    const started = [...(await linesOf(metrics))].filter(([name]) =>
      name.startsWith('scheduler_executions_started_total{'),
    );
    expect(started).toHaveLength(4);
    expect(started.map(([, value]) => value).reduce((sum, value) => sum + value, 0)).toBe(10);
    expect(started.at(-1)).toEqual([
      'scheduler_executions_started_total{queue="other",type="other",tenant="other"}',
      7,
    ]);
  });

  it('do not name tenants where that is not wished for', async () => {
    const { node, metrics } = scene({ tenants: false });
    await node.scheduler.enqueue({ type: 'mail', tenant: 'acme' });
    await node.drain();
    expect(await metrics.prometheus()).not.toContain('acme');
  });

  it('say that the store does not answer, and go on counting', async () => {
    const { node } = scene();
    const refuse = () => Promise.reject(new Error('gone'));
    const nothing = () => undefined;
    const methods = { open: nothing, tick: nothing, health: nothing };
    const broken = {
      ...methods,
      clock: node.clock,
      statistics: { metrics: refuse },
      queues: { stats: refuse },
    };
    const metrics = createMetrics({ node: broken as never });
    open.push(() => metrics.stop());
    const lines = await linesOf(metrics);
    expect(lines.get('scheduler_store_reachable')).toBe(0);
    expect(lines.has('scheduler_jobs')).toBe(false);
    expect(lines.get('scheduler_leader_changes_total')).toBeDefined();
  });

  it('count nothing after they were stopped', async () => {
    const { node, metrics } = scene();
    metrics.stop();
    await node.scheduler.enqueue({ type: 'mail' });
    await node.drain();
    expect(await metrics.prometheus()).not.toContain('scheduler_executions_started_total');
  });

  it('have the names and kinds of the seed (F221)', () => {
    const seed = ['jobs.total', 'jobs.active', 'jobs.failed', 'executions.rate', 'executions.success_rate'];
    const more = ['executions.duration_p95', 'queue.size', 'queue.processing'];
    const known = new Map(METRIC_NAMES.map((name) => [aliasOf(name), METRIC_TABLE[name].kind]));
    for (const name of [...seed, ...more].map((each) => `scheduler.${each}`)) {
      expect([name, known.get(name)]).toEqual([name, METRICS[name]?.type]);
    }
  });

  it('are instruments of OpenTelemetry too', async () => {
    const { node, metrics } = scene();
    const exporter = new InMemoryMetricExporter(AggregationTemporality.CUMULATIVE);
    const reader = new PeriodicExportingMetricReader({ exporter, exportIntervalMillis: 3_600_000 });
    const meterProvider = new MeterProvider({ readers: [reader] });
    open.push(bindOpenTelemetryMetrics(metrics, meterProvider));
    await node.scheduler.enqueue({ type: 'mail' });
    await node.drain();
    await meterProvider.forceFlush();
    const read = exporter
      .getMetrics()
      .flatMap(({ scopeMetrics }) => scopeMetrics.flatMap((scope) => scope.metrics));
    const byName = new Map(read.map(({ descriptor, dataPoints }) => [descriptor.name, dataPoints]));
    const work = { queue: 'default', type: 'mail', tenant: '' };
    expect(byName.get('scheduler.executions')).toMatchObject([
      { value: 1, attributes: { ...work, status: 'success' } },
    ]);
    expect(byName.get('scheduler.executions.duration')).toMatchObject([
      { value: { count: 1 }, attributes: work },
    ]);
    expect(byName.get('scheduler.queue.size')).toMatchObject([
      { value: 0, attributes: { queue: 'default' } },
    ]);
    const names = METRIC_NAMES.map(openTelemetryName);
    for (const name of byName.keys()) expect(names).toContain(name);
    await meterProvider.shutdown();
  });

  it.each([{ maxSeries: 0 }, { tenants: 'no' }, { nodes: 1 }, { node: {} }, null])('refuse %j', (options) => {
    expect(() => createMetrics(options as never)).toThrow(ConfigurationInvalid);
  });
});

describe('dashboard and rules', () => {
  const known = new Set<string>(METRIC_NAMES.flatMap(exposedNames));
  const named = (text: string) => new Set(text.match(/\bscheduler_\w+/g));

  it('name only metrics that exist (F225)', () => {
    for (const text of [JSON.stringify(grafanaDashboard()), prometheusRules()]) {
      const names = [...named(text)];
      expect(names.length).toBeGreaterThan(4);
      expect(names.filter((name) => !known.has(name))).toEqual([]);
    }
  });

  it('lie in the package as they are generated', async () => {
    const files = join(__dirname, '../../files');
    const dashboard = `${JSON.stringify(grafanaDashboard(), null, 2)}\n`;
    if (process.env.UPDATE_FILES === '1') {
      await writeFile(join(files, 'grafana-dashboard.json'), dashboard);
      await writeFile(join(files, 'prometheus-rules.yml'), prometheusRules());
    }
    expect(await readFile(join(files, 'grafana-dashboard.json'), 'utf8')).toBe(dashboard);
    expect(await readFile(join(files, 'prometheus-rules.yml'), 'utf8')).toBe(prometheusRules());
  });
});

describe('promtool', () => {
  it('finds nothing wrong with metrics and rules', async () => {
    const promtool = await findPromtool();
    if (promtool === null) return;
    const { node, metrics } = scene();
    await node.scheduler.enqueueMany([{ type: 'mail' }, { type: 'export', payload: { end: 'discard' } }]);
    await node.drain();
    const folder = await mkdtemp(join(tmpdir(), 'promtool-'));
    open.push(() => rm(folder, { recursive: true }));
    const rules = join(folder, 'rules.yml');
    await writeFile(rules, prometheusRules());
    expect(await run(promtool, ['check', 'rules', rules])).toMatchObject({ stderr: '' });
    const checked = run(promtool, ['check', 'metrics']);
    const server = createServer(metricsListener(metrics)).listen(0, '127.0.0.1');
    open.push(() => server.close());
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    const answer = await fetch(`http://127.0.0.1:${port}/metrics`);
    expect(answer.headers.get('content-type')).toBe(PROMETHEUS_CONTENT_TYPE);
    checked.child.stdin?.end(await answer.text());
    expect((await fetch(`http://127.0.0.1:${port}/other`)).status).toBe(404);
    expect((await fetch(`http://127.0.0.1:${port}/metrics`, { method: 'POST' })).status).toBe(405);
    expect(await checked).toMatchObject({ stderr: '', stdout: '' });
  }, 120_000);
});

/** Null: it cannot be had on this machine, which is no excuse in CI. */
async function findPromtool(): Promise<string | null> {
  try {
    const { stdout } = await run(process.execPath, [
      join(__dirname, '../../../../tools/services/promtool.mjs'),
    ]);
    return stdout.trim();
  } catch (error) {
    if (process.env.CI !== undefined) throw error;
    console.warn(`metrics and rules were not checked: ${(error as Error).message}`);
    return null;
  }
}

function aliasOf(name: (typeof METRIC_NAMES)[number]): string | undefined {
  const definition: { readonly alias?: string } = METRIC_TABLE[name];
  return definition.alias;
}

function exposedNames(name: (typeof METRIC_NAMES)[number]): readonly string[] {
  if (METRIC_TABLE[name].kind !== 'histogram') return [name];
  return ['_bucket', '_sum', '_count'].map((part) => `${name}${part}`);
}
