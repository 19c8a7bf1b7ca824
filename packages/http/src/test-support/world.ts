import type { CalendarExporter } from '@scheduler/contracts';
import { createWorkflows, defineWorkflow } from '@scheduler/workflow';
import { principal, Scene, type SceneOptions } from './scene.js';

/** What appears in everything that the tenant `acme` owns, and must never appear in an answer to anybody else. */
export const CANARY = 'canary-of-acme';

/** What there is of the tenant `acme`. */
export interface World {
  readonly scene: Scene;
  readonly job: string;
  /** One that failed for good, and is a dead letter. */
  readonly failed: string;
  readonly waiting: string;
  readonly handler: string;
  readonly run: string;
  readonly key: string;
  readonly rule: string;
  readonly silence: string;
  readonly bulk: string;
  /** The position of the first event, which is a dead letter of the subscription `mails`. */
  readonly event: string;
}

const order = () =>
  defineWorkflow<{ note: string }>('order', {}, (w) => {
    w.approval('check');
  });

export const CALENDAR_SECRET = 'a secret for links of the tests, which is long';

/** A calendar that has the names of its jobs. */
export const NAMES_AS_CALENDAR: CalendarExporter = {
  toICalendar: async ({ jobs }) =>
    ['BEGIN:VCALENDAR', ...jobs.map(({ name }) => `SUMMARY:${name}`)].join('\r\n'),
  toGoogleCalendarUrl: async ({ job }) => `https://calendar.google.com/?text=${job.name}`,
  toOutlookUrl: async ({ job }) => `https://outlook.live.com/?subject=${job.name}`,
};

/** A node with one of everything that a tenant can have. */
export async function createWorld(options: SceneOptions = {}): Promise<World> {
  const workflows = createWorkflows({ definitions: [order()] });
  const scene = new Scene({
    ...options,
    metrics: { prometheus: () => Promise.resolve('# nothing\n') },
    access: { calendarSecret: CALENDAR_SECRET, ...options.access },
    node: {
      workflows,
      agents: { dispatch: async () => null },
      calendarExporter: NAMES_AS_CALENDAR,
      jobs: [],
      config: { rateLimits: { types: { greet: '1000/s' }, custom: { api: '10/s' } }, circuits: { smtp: {} } },
      ...options.node,
    },
  });
  const as = principal('admin', 'acme');
  const send = async (method: string, path: string, body: object) => {
    const answer = await scene.send<{ id: string }>(method, path, { as, body });
    if (answer.status >= 300) throw new Error(`${method} ${path}: ${answer.text}`);
    return answer.json.id;
  };
  const payload = { note: CANARY };
  const job = await send('POST', '/jobs/cron', {
    name: CANARY,
    schedule: '0 9 * * *',
    handler_name: 'greet',
    payload,
  });
  const failed = await send('POST', '/executions', { handler_name: 'break', payload, max_retries: 0 });
  await scene.work();
  const waiting = await send('POST', '/executions', {
    handler_name: 'greet',
    payload,
    run_at: '2031-01-01T00:00:00Z',
    circuit: 'smtp',
  });
  const handler = await send('POST', '/event-handlers', {
    event_name: 'user:signup',
    name: CANARY,
    action: { kind: 'enqueue', request: { type: 'greet' } },
  });
  const run = await send('POST', '/workflow-runs', { workflow: 'order', input: payload, id: 'run-1' });
  await scene.work();
  const created = await scene.send<{ key: { id: string } }>('POST', '/keys', {
    as,
    body: { name: CANARY, permissions: ['jobs:read'] },
  });
  const key = created.json.key.id;
  const rule = await send('POST', '/alert-rules', {
    name: CANARY,
    condition: { metric: 'scheduler.queue.size', operator: 'gt', value: 1_000, duration_ms: 60_000 },
  });
  const silence = await send('POST', '/alert-silences', { reason: CANARY, duration_ms: 3_600_000 });
  const bulk = await send('POST', '/bulk-actions', {
    action: 'executions.cancel',
    filter: { queue: [CANARY] },
  });
  const event = await deadLetterOf(scene);
  return { scene, job, failed, waiting, handler, run, key, rule, silence, bulk, event };
}

/** A subscription that could not take the first event of the log. */
async function deadLetterOf({ node, store }: Scene): Promise<string> {
  const [event] = (await node.eventLog.list({ tenant: null, names: ['JobScheduled'], limit: 1 })).items;
  const { position = '', name = '', jobId = null } = event ?? {};
  const letter = { position, name, jobId, atMs: 0, attempts: 11, error: 'no', retry: false };
  const state = { kind: 'subscription', holder: null, heldUntilMs: 0, failing: null, stopped: null };
  await store.eventLog?.saveCheckpoint({
    name: 'mails',
    position,
    state: { ...state, replay: false, letters: [letter] },
    expectedRevision: null,
  });
  return position;
}

export interface Sample {
  readonly path: string;
  readonly body?: object;
  /** How it is answered to those who may. */
  readonly status?: number;
  /** It names nothing that belongs to a tenant, so that those of other tenants may call it too. */
  readonly shared?: boolean;
  /** Another handler of the same node does not know it. */
  readonly ofHandler?: boolean;
}

const cron = { name: 'new', schedule: '0 9 * * *', handler_name: 'greet' };
const trigger = { kind: 'cron', expressions: ['0 9 * * *'] };

/** One right request for each operation. */
export const SAMPLES: Readonly<Record<string, (world: World) => Sample>> = {
  'jobs.createCron': () => ({ path: '/jobs/cron', body: cron, status: 201, shared: true }),
  'jobs.createOnce': () => ({
    path: '/jobs/once',
    body: { name: 'new', handler_name: 'greet', execute_at: '2031-01-01T00:00:00Z' },
    status: 201,
    shared: true,
  }),
  'jobs.createRecurring': () => ({
    path: '/jobs/recurring',
    body: { ...cron, start_date: '2031-01-01T00:00:00Z' },
    status: 201,
    shared: true,
  }),
  'jobs.create': () => ({
    path: '/jobs',
    body: { handler_name: 'greet', trigger },
    status: 201,
    shared: true,
  }),
  'jobs.list': () => ({ path: '/jobs', shared: true }),
  'jobs.get': ({ job }) => ({ path: `/jobs/${job}` }),
  'jobs.update': ({ job }) => ({ path: `/jobs/${job}`, body: { description: 'new' } }),
  'jobs.reschedule': ({ job }) => ({ path: `/jobs/${job}/reschedule`, body: { schedule: '0 10 * * *' } }),
  'jobs.pause': ({ job }) => ({ path: `/jobs/${job}/pause`, status: 204 }),
  'jobs.resume': ({ job }) => ({ path: `/jobs/${job}/resume`, status: 400 }),
  'jobs.cancel': ({ job }) => ({ path: `/jobs/${job}`, status: 204 }),
  'jobs.delete': ({ job }) => ({ path: `/jobs/${job}/delete`, status: 204 }),
  'jobs.run': ({ job }) => ({ path: `/jobs/${job}/run`, status: 201 }),
  'jobs.cancelRunning': ({ job }) => ({ path: `/jobs/${job}/cancel-running` }),
  'jobs.executions': ({ job }) => ({ path: `/jobs/${job}/executions` }),
  'jobs.stats': ({ job }) => ({ path: `/jobs/${job}/stats` }),
  'jobs.explain': ({ job }) => ({ path: `/jobs/${job}/explain` }),
  'jobs.preview': ({ job }) => ({ path: `/jobs/${job}/preview?count=3` }),
  'plans.preview': () => ({ path: '/preview', body: { trigger, count: 3 }, shared: true }),
  'plans.forecast': () => ({ path: '/forecast', shared: true }),
  'calendar.feed': () => ({ path: '/calendar.ics', shared: true }),
  'calendar.createLink': () => ({
    path: '/calendar/links',
    body: { tags: ['nightly'] },
    status: 201,
    shared: true,
  }),
  'plans.get': () => ({ path: '/plan' }),
  'plans.apply': () => ({ path: '/plan/apply' }),
  'executions.list': () => ({ path: '/executions', shared: true }),
  'executions.enqueue': () => ({
    path: '/executions',
    body: { handler_name: 'greet' },
    status: 201,
    shared: true,
  }),
  'executions.get': ({ failed }) => ({ path: `/executions/${failed}` }),
  'executions.retry': ({ failed }) => ({ path: `/executions/${failed}/retry`, status: 201 }),
  'executions.logs': ({ failed }) => ({ path: `/executions/${failed}/logs` }),
  'executions.cancel': ({ waiting }) => ({ path: `/executions/${waiting}/cancel` }),
  'metrics.prometheus': () => ({ path: '/metrics/prometheus', shared: true }),
  'metrics.get': () => ({ path: '/metrics', shared: true }),
  'metrics.series': ({ job }) => ({ path: `/metrics/series?bucket=1h&by=type&job=${job}` }),
  'health.get': () => ({ path: '/health?must_run=false', shared: true }),
  'health.platform': () => ({ path: '/platform-health?must_run=false', shared: true }),
  'queues.list': () => ({ path: '/queues' }),
  'queues.get': () => ({ path: '/queues/default' }),
  'queues.pause': () => ({ path: '/queues/default/pause' }),
  'queues.resume': () => ({ path: '/queues/default/resume' }),
  'queues.scale': () => ({ path: '/queues/default/scale', body: { concurrency: 3, global_limit: 5 } }),
  'deadLetters.list': () => ({ path: '/dead-letters', shared: true }),
  'deadLetters.groups': () => ({ path: '/dead-letters/groups', shared: true }),
  'deadLetters.stats': () => ({ path: '/dead-letters/stats', shared: true }),
  'deadLetters.get': ({ failed }) => ({ path: `/dead-letters/${failed}` }),
  'deadLetters.retry': ({ failed }) => ({ path: `/dead-letters/${failed}/retry` }),
  'deadLetters.retryAll': () => ({ path: '/dead-letters/retry-all', shared: true }),
  'deadLetters.prune': () => ({
    path: '/dead-letters/prune',
    body: { before: '2035-01-01T00:00:00Z' },
    shared: true,
  }),
  'deadLetters.delete': ({ failed }) => ({ path: `/dead-letters/${failed}`, status: 204 }),
  'bulkActions.create': () => ({
    path: '/bulk-actions',
    body: { action: 'executions.retry', filter: {} },
    status: 202,
    shared: true,
  }),
  'bulkActions.list': () => ({ path: '/bulk-actions', shared: true }),
  'bulkActions.get': ({ bulk }) => ({ path: `/bulk-actions/${bulk}`, ofHandler: true }),
  'bulkActions.cancel': ({ bulk }) => ({ path: `/bulk-actions/${bulk}/cancel` }),
  'circuits.list': () => ({ path: '/circuits', shared: true }),
  'circuits.reset': () => ({ path: '/circuits/smtp/reset', shared: true }),
  'rateLimits.list': () => ({ path: '/rate-limits', shared: true }),
  'rateLimits.reset': () => ({
    path: '/rate-limits/reset',
    body: { scope: 'type', key: 'greet' },
    shared: true,
  }),
  'eventHandlers.list': () => ({ path: '/event-handlers', shared: true }),
  'eventHandlers.create': () => ({
    path: '/event-handlers',
    body: { event_name: 'user:gone', action: { kind: 'enqueue', request: { type: 'greet' } } },
    status: 201,
    shared: true,
  }),
  'eventHandlers.enable': ({ handler }) => ({ path: `/event-handlers/${handler}/enable` }),
  'eventHandlers.disable': ({ handler }) => ({ path: `/event-handlers/${handler}/disable` }),
  'eventHandlers.delete': ({ handler }) => ({ path: `/event-handlers/${handler}`, status: 204 }),
  'events.trigger': () => ({ path: '/events', body: { name: 'user:signup', data: { a: 1 } }, shared: true }),
  'workflows.list': () => ({ path: '/workflows', shared: true }),
  'workflows.plan': () => ({ path: '/workflows/plan', shared: true }),
  'workflows.schedule': () => ({
    path: '/workflows/order/schedule',
    body: { at: '2031-01-01T00:00:00Z', input: { note: 'x' } },
    status: 201,
    shared: true,
  }),
  'workflowRuns.list': () => ({ path: '/workflow-runs', shared: true }),
  'workflowRuns.start': () => ({
    path: '/workflow-runs',
    body: { workflow: 'order', input: { note: 'x' } },
    status: 201,
    shared: true,
  }),
  'workflowRuns.get': ({ run }) => ({ path: `/workflow-runs/${run}` }),
  'workflowRuns.graph': ({ run }) => ({ path: `/workflow-runs/${run}/graph` }),
  'workflowRuns.why': ({ run }) => ({ path: `/workflow-runs/${run}/steps/check/why` }),
  'workflowRuns.pause': ({ run }) => ({ path: `/workflow-runs/${run}/pause` }),
  'workflowRuns.resume': ({ run }) => ({ path: `/workflow-runs/${run}/resume`, status: 409 }),
  'workflowRuns.cancel': ({ run }) => ({ path: `/workflow-runs/${run}/cancel`, body: { reason: 'no' } }),
  'workflowRuns.retry': ({ run }) => ({ path: `/workflow-runs/${run}/retry`, status: 409 }),
  'workflowRuns.resumeCompensation': ({ run }) => ({
    path: `/workflow-runs/${run}/resume-compensation`,
    status: 409,
  }),
  'workflowRuns.signal': ({ run }) => ({ path: `/workflow-runs/${run}/signal`, body: { name: 'paid' } }),
  'workflowRuns.approve': ({ run }) => ({ path: `/workflow-runs/${run}/steps/check/approve` }),
  'workflowRuns.reject': ({ run }) => ({ path: `/workflow-runs/${run}/steps/check/reject` }),
  'alerts.list': () => ({ path: '/alerts', shared: true }),
  'alertRules.list': () => ({ path: '/alert-rules', shared: true }),
  'alertRules.create': () => ({
    path: '/alert-rules',
    body: {
      name: 'waits',
      condition: { metric: 'scheduler.queue.size', operator: 'gt', value: 10, duration_ms: 60_000 },
    },
    status: 201,
    shared: true,
  }),
  'alertRules.get': ({ rule }) => ({ path: `/alert-rules/${rule}` }),
  'alertRules.update': ({ rule }) => ({ path: `/alert-rules/${rule}`, body: { enabled: false } }),
  'alertRules.delete': ({ rule }) => ({ path: `/alert-rules/${rule}` }),
  'alertRules.test': ({ rule }) => ({ path: `/alert-rules/${rule}/test` }),
  'alertSilences.list': () => ({ path: '/alert-silences', shared: true }),
  'alertSilences.create': () => ({
    path: '/alert-silences',
    body: { reason: 'a move', duration_ms: 60_000 },
    status: 201,
    shared: true,
  }),
  'alertSilences.delete': ({ silence }) => ({ path: `/alert-silences/${silence}` }),
  'keys.list': () => ({ path: '/keys', shared: true }),
  'keys.create': () => ({
    path: '/keys',
    body: { name: 'ci', permissions: ['jobs:read'] },
    status: 201,
    shared: true,
  }),
  'keys.revoke': ({ key }) => ({ path: `/keys/${key}` }),
  'audit.list': () => ({ path: '/audit', shared: true }),
  'eventLog.list': () => ({ path: '/event-log', shared: true }),
  'eventLog.stream': () => ({ path: '/event-log/stream', shared: true }),
  'eventLog.get': ({ event }) => ({ path: `/event-log/events/${event}` }),
  'jobs.at': ({ job }) => ({ path: `/jobs/${job}/at?at=2031-01-01T00:00:00Z` }),
  'eventLog.verify': () => ({ path: '/event-log/verify' }),
  'eventLog.prune': () => ({ path: '/event-log/prune', body: { before: '2030-01-01T00:00:00Z' } }),
  'eventReaders.list': () => ({ path: '/event-readers' }),
  'eventReaders.replay': () => ({ path: '/event-readers/mails/replay' }),
  'eventReaders.resume': () => ({ path: '/event-readers/mails/resume' }),
  'eventReaders.delete': () => ({ path: '/event-readers/mails', status: 204 }),
  'eventReaders.retryDeadLetter': ({ event }) => ({
    path: `/event-readers/mails/dead-letters/${event}/retry`,
  }),
  'eventReaders.deleteDeadLetter': ({ event }) => ({ path: `/event-readers/mails/dead-letters/${event}` }),
  'events.stream': () => ({ path: '/events', shared: true }),
  'documents.openapi': () => ({ path: '/openapi.json', shared: true }),
  'documents.page': () => ({ path: '/docs', shared: true }),
  'documents.style': () => ({ path: '/docs.css', shared: true }),
  'session.get': () => ({ path: '/session', shared: true }),
  'nodes.leader': () => ({ path: '/leader' }),
  'nodes.list': () => ({ path: '/nodes' }),
  'process.run': () => ({ path: '/process' }),
  'upkeep.prune': () => ({ path: '/prune' }),
  'upkeep.compatibility': () => ({ path: '/compatibility' }),
  'tenants.delete': () => ({ path: '/tenants/acme' }),
  'probes.live': () => ({ path: '/livez', shared: true }),
  'probes.ready': () => ({ path: '/readyz', shared: true }),
};
