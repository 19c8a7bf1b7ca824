import type { OperationName, SchedulerClient } from '../client.js';
import { World } from './world.js';

/** What there is to call operations on. */
export interface Things {
  readonly world: World;
  readonly job: string;
  readonly failed: string;
  readonly waiting: string;
  readonly eventHandler: string;
  readonly run: string;
  readonly key: string;
  readonly rule: string;
  readonly silence: string;
  readonly bulk: string;
  /** The position of an event, which is a dead letter of the subscription `mails`. */
  readonly event: string;
}

export async function createThings(): Promise<Things> {
  const world = new World();
  const { client } = world;
  const payload = { note: 'x' };
  const job = await client.jobs.createCron({
    name: 'daily',
    schedule: '0 9 * * *',
    handler_name: 'greet',
    payload,
  });
  const failed = await client.executions.enqueue({ handler_name: 'break', payload, max_retries: 0 });
  await world.work();
  const waiting = await client.executions.enqueue({
    handler_name: 'greet',
    run_at: new Date('2031-01-01T00:00:00Z'),
    circuit: 'smtp',
  });
  const eventHandler = await client.eventHandlers.create({
    event_name: 'user:signup',
    action: { kind: 'enqueue', request: { type: 'greet' } },
  });
  const run = await client.workflowRuns.start({ workflow: 'order', input: payload, id: 'run-1' });
  await world.work();
  const { key } = await client.keys.create({ name: 'ci', permissions: ['jobs:read'] });
  const rule = await client.alertRules.create({
    name: 'known',
    condition: { metric: 'scheduler.queue.size', operator: 'gt', value: 1_000, duration_ms: 60_000 },
  });
  const silence = await client.alertSilences.create({ reason: 'a move', duration_ms: 60_000 });
  const bulk = await client.bulkActions.create({ action: 'executions.cancel', filter: { queue: ['none'] } });
  return {
    world,
    job: job.id,
    failed: failed.id,
    waiting: waiting.id,
    eventHandler: eventHandler.id,
    run: run.id,
    key: key.id,
    rule: rule.id,
    silence: silence.id,
    bulk: 'id' in bulk ? bulk.id : '',
    event: await deadLetterOf(world),
  };
}

async function deadLetterOf({ client, store }: World): Promise<string> {
  const [event] = (await client.eventLog.list({ limit: 1 })).items;
  const { position = '', name = '' } = event ?? {};
  const letter = { position, name, jobId: null, atMs: 0, attempts: 11, error: 'no', retry: false };
  const state = { kind: 'subscription', holder: null, heldUntilMs: 0, failing: null, stopped: null };
  await store.eventLog?.saveCheckpoint({
    name: 'mails',
    position,
    state: { ...state, replay: false, letters: [letter] },
    expectedRevision: null,
  });
  return position;
}

const cron = { name: 'new', schedule: '0 9 * * *', handler_name: 'greet' };
const trigger = { kind: 'cron', expressions: ['0 9 * * *'] } as const;
const at = new Date('2031-01-01T00:00:00Z');

/** A status of a problem that is the right answer to a sample. */
export const REFUSED: Readonly<Partial<Record<OperationName, number>>> = {
  // The node has no exporter of calendars.
  'calendar.feed': 501,
  'jobs.resume': 400,
  'workflowRuns.resume': 409,
  'workflowRuns.retry': 409,
  'workflowRuns.resumeCompensation': 409,
};

type Sample = (client: SchedulerClient, things: Things) => Promise<unknown>;

/** One call of every operation, compiled with the types of the client. */
export const SAMPLES: Readonly<Record<OperationName, Sample>> = {
  'alerts.list': (client) => client.alerts.list({ status: ['firing'], limit: 5 }),
  'alertRules.create': (client) =>
    client.alertRules.create({
      name: 'waits',
      condition: { metric: 'scheduler.queue.size', operator: 'gt', value: 10, duration_ms: 60_000 },
    }),
  'alertRules.delete': (client, { rule }) => client.alertRules.delete(rule),
  'alertRules.get': (client, { rule }) => client.alertRules.get(rule),
  'alertRules.list': (client) => client.alertRules.list(),
  'alertRules.test': (client, { rule }) => client.alertRules.test(rule),
  'alertRules.update': (client, { rule }) => client.alertRules.update(rule, { severity: 'critical' }),
  'alertSilences.create': (client) => client.alertSilences.create({ reason: 'a move', duration_ms: 60_000 }),
  'alertSilences.delete': (client, { silence }) => client.alertSilences.delete(silence),
  'alertSilences.list': (client) => client.alertSilences.list(),
  'audit.list': (client) => client.audit.list({ since: new Date(0), limit: 5 }),
  'bulkActions.cancel': (client, { bulk }) => client.bulkActions.cancel(bulk),
  'bulkActions.create': (client) =>
    client.bulkActions.create({ action: 'jobs.pause', filter: { tags: ['a'] }, dry_run: true }),
  'bulkActions.get': (client, { bulk }) => client.bulkActions.get(bulk),
  'bulkActions.list': (client) => client.bulkActions.list(),
  'circuits.list': (client) => client.circuits.list(),
  'circuits.reset': (client) => client.circuits.reset('smtp'),
  'deadLetters.delete': (client, { failed }) => client.deadLetters.delete(failed),
  'deadLetters.get': (client, { failed }) => client.deadLetters.get(failed),
  'deadLetters.list': (client) => client.deadLetters.list({ queue: 'default', limit: 10 }),
  'deadLetters.prune': (client) => client.deadLetters.prune({ before: at }),
  'deadLetters.retry': (client, { failed }) => client.deadLetters.retry(failed),
  'deadLetters.retryAll': (client) => client.deadLetters.retryAll({ queue: 'default' }),
  'deadLetters.groups': (client) => client.deadLetters.groups(),
  'deadLetters.stats': (client) => client.deadLetters.stats(),
  'calendar.createLink': (client) => client.calendar.createLink({ tags: ['nightly'] }),
  'calendar.feed': (client) => client.calendar.feed({ tag: ['nightly'] }),
  'documents.openapi': (client) => client.documents.openapi(),
  'documents.page': (client) => client.documents.page(),
  'documents.style': (client) => client.documents.style(),
  'eventHandlers.create': (client) =>
    client.eventHandlers.create({
      event_name: 'user:gone',
      action: { kind: 'enqueue', request: { type: 'greet' } },
    }),
  'eventHandlers.delete': (client, { eventHandler }) => client.eventHandlers.delete(eventHandler),
  'eventHandlers.disable': (client, { eventHandler }) => client.eventHandlers.disable(eventHandler),
  'eventHandlers.enable': (client, { eventHandler }) => client.eventHandlers.enable(eventHandler),
  'eventHandlers.list': (client) => client.eventHandlers.list({ event_name: 'user:signup' }),
  'eventLog.get': (client, { event }) => client.eventLog.get(event),
  'eventLog.list': (client) => client.eventLog.list({ names: ['JobPaused'], limit: 5 }),
  'eventLog.prune': (client) => client.eventLog.prune({ before: at }),
  'eventLog.verify': (client) => client.eventLog.verify(),
  'eventReaders.delete': (client) => client.eventReaders.delete('mails'),
  'eventReaders.deleteDeadLetter': (client, { event }) =>
    client.eventReaders.deleteDeadLetter('mails', event),
  'eventReaders.list': (client) => client.eventReaders.list(),
  'eventReaders.replay': (client) => client.eventReaders.replay('mails'),
  'eventReaders.resume': (client) => client.eventReaders.resume('mails'),
  'eventReaders.retryDeadLetter': (client, { event }) => client.eventReaders.retryDeadLetter('mails', event),
  'events.trigger': (client) => client.events.trigger({ name: 'user:signup', data: { a: 1 } }),
  'executions.cancel': (client, { waiting }) => client.executions.cancel(waiting, { reason: 'no' }),
  'executions.enqueue': (client) => client.executions.enqueue({ handler_name: 'greet', run_at: at }),
  'executions.get': (client, { failed }) => client.executions.get(failed),
  'executions.list': (client) =>
    client.executions.list({
      status: ['failed', 'pending'],
      queue: 'default',
      since: new Date(0),
      dead_letter: false,
    }),
  'executions.logs': (client, { failed }) => client.executions.logs(failed),
  'executions.retry': (client, { failed }) => client.executions.retry(failed),
  'health.get': (client) => client.health.get({ must_run: true }),
  'health.platform': (client) => client.health.platform({ must_run: false }),
  'jobs.at': (client, { job }) => client.jobs.at(job, { at }),
  'jobs.cancel': (client, { job }) => client.jobs.cancel(job),
  'jobs.cancelRunning': (client, { job }) => client.jobs.cancelRunning(job),
  'jobs.create': (client) => client.jobs.create({ handler_name: 'greet', trigger }),
  'jobs.createCron': (client) => client.jobs.createCron(cron),
  'jobs.createOnce': (client) =>
    client.jobs.createOnce({ name: 'new', handler_name: 'greet', execute_at: at }),
  'jobs.createRecurring': (client) => client.jobs.createRecurring({ ...cron, start_date: at }),
  'jobs.delete': (client, { job }) => client.jobs.delete(job, { reason: 'no' }),
  'jobs.executions': (client, { job }) => client.jobs.executions(job, { limit: 5 }),
  'jobs.explain': (client, { job }) => client.jobs.explain(job),
  'jobs.get': (client, { job }) => client.jobs.get(job),
  'jobs.list': (client) => client.jobs.list({ type: 'cron', tags: ['a', 'b'] }),
  'jobs.pause': (client, { job }) => client.jobs.pause(job, { reason: 'no' }),
  'jobs.preview': (client, { job }) => client.jobs.preview(job, { count: 3, from: at }),
  'jobs.reschedule': (client, { job }) => client.jobs.reschedule(job, { schedule: '0 10 * * *' }),
  'jobs.resume': (client, { job }) => client.jobs.resume(job),
  'jobs.run': (client, { job }) => client.jobs.run(job),
  'jobs.stats': (client, { job }) => client.jobs.stats(job),
  'jobs.update': (client, { job }) => client.jobs.update(job, { description: 'new' }),
  'keys.create': (client) => client.keys.create({ name: 'other', permissions: ['jobs:read'] }),
  'keys.list': (client) => client.keys.list(),
  'keys.revoke': (client, { key }) => client.keys.revoke(key),
  'metrics.get': (client) => client.metrics.get({ period: '1h' }),
  'metrics.prometheus': (client) => client.metrics.prometheus(),
  'metrics.series': (client) => client.metrics.series(),
  'nodes.leader': (client) => client.nodes.leader(),
  'nodes.list': (client) => client.nodes.list(),
  'plans.apply': (client) => client.plans.apply(),
  'plans.forecast': (client) => client.plans.forecast({ queues: ['default'] }),
  'plans.get': (client) => client.plans.get(),
  'plans.preview': (client) => client.plans.preview({ trigger, count: 3 }),
  'probes.live': (client) => client.probes.live(),
  'probes.ready': (client) => client.probes.ready(),
  'process.run': (client) => client.process.run({ limit: 1 }),
  'queues.get': (client) => client.queues.get('default'),
  'queues.list': (client) => client.queues.list(),
  'queues.pause': (client) => client.queues.pause('default'),
  'queues.resume': (client) => client.queues.resume('default'),
  'queues.scale': (client) => client.queues.scale('default', { concurrency: 3, global_limit: null }),
  'rateLimits.list': (client) => client.rateLimits.list(),
  'rateLimits.reset': (client) => client.rateLimits.reset({ scope: 'type', key: 'greet' }),
  'session.get': (client) => client.session.get(),
  'tenants.delete': (client) => client.tenants.delete('acme'),
  'upkeep.compatibility': (client) => client.upkeep.compatibility(),
  'upkeep.prune': (client) => client.upkeep.prune(),
  'workflowRuns.approve': (client, { run }) =>
    client.workflowRuns.approve(run, 'check', { data: { by: 'ada' } }),
  'workflowRuns.cancel': (client, { run }) => client.workflowRuns.cancel(run, { reason: 'no' }),
  'workflowRuns.get': (client, { run }) => client.workflowRuns.get(run),
  'workflowRuns.graph': (client, { run }) => client.workflowRuns.graph(run),
  'workflowRuns.list': (client) => client.workflowRuns.list({ status: ['running', 'paused'] }),
  'workflowRuns.pause': (client, { run }) => client.workflowRuns.pause(run),
  'workflowRuns.reject': (client, { run }) => client.workflowRuns.reject(run, 'check'),
  'workflowRuns.resume': (client, { run }) => client.workflowRuns.resume(run),
  'workflowRuns.resumeCompensation': (client, { run }) => client.workflowRuns.resumeCompensation(run),
  'workflowRuns.retry': (client, { run }) => client.workflowRuns.retry(run),
  'workflowRuns.signal': (client, { run }) => client.workflowRuns.signal(run, { name: 'paid' }),
  'workflowRuns.start': (client) => client.workflowRuns.start({ workflow: 'order', input: { note: 'x' } }),
  'workflowRuns.why': (client, { run }) => client.workflowRuns.why(run, 'check'),
  'workflows.list': (client) => client.workflows.list(),
  'workflows.plan': (client) => client.workflows.plan(),
  'workflows.schedule': (client) => client.workflows.schedule('order', { at, input: { note: 'x' } }),
};
