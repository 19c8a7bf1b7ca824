import { createOperations } from './operations.js';
import type { SampleIds } from './screens.js';
import type { ServedDashboard } from './served-dashboard.js';

const LONG =
  'a-report-with-a-name-that-somebody-generated-from-three-other-names-and-that-nobody-has-looked-at-again';
const HOUR_MS = 3_600_000;

/** Sends a request as the admin, and gives its answer. Throws where it is refused. */
export async function call<T = { readonly id: string }>(
  { url }: Pick<ServedDashboard, 'url'>,
  request: { readonly method?: string; readonly path: string; readonly body?: unknown },
): Promise<T> {
  const { method = 'POST', path, body } = request;
  const response = await fetch(new URL(`../${path}`, url), {
    method,
    headers: { authorization: 'Bearer admin-token', 'content-type': 'application/json' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text}`);
  return (text === '' ? undefined : JSON.parse(text)) as T;
}

/** What a small company has after a while: jobs of all kinds, work that succeeded, failed or waits, and names that are too long. */
export async function createSampleData(served: ServedDashboard): Promise<void> {
  await createJobs(served);
  await createWork(served);
  await served.node.drain();
  await createWaiting(served);
}

/** A node that is at work on all of this, and the ids of what the tests look at. */
export async function startSample(served: ServedDashboard): Promise<SampleIds> {
  await createSampleData(served);
  await served.node.start();
  await rememberEvents(served);
  return { ...(await createOperations(served)), ...(await idsOf(served)) };
}

/** A node remembers events from when somebody listened first. */
export async function rememberEvents({ url }: Pick<ServedDashboard, 'url'>): Promise<void> {
  const headers = { authorization: 'Bearer admin-token' };
  const { body } = await fetch(new URL('../events', url), { headers });
  await body?.cancel();
}

/** The ids of the job and of the execution that the tests look at. */
export async function idsOf(served: ServedDashboard): Promise<Pick<SampleIds, 'job' | 'failed'>> {
  const get = <T>(path: string) => call<T>(served, { method: 'GET', path });
  const [job] = await get<readonly { readonly id: string }[]>('jobs?name_contains=nightly');
  const { items } = await get<{ readonly items: readonly { readonly id: string }[] }>(
    'executions?status=failed&queue=mails',
  );
  return { job: job?.id ?? '', failed: items[0]?.id ?? '' };
}

async function createJobs(served: ServedDashboard): Promise<void> {
  const job = (body: object) => call(served, { path: 'jobs', body });
  await job({
    name: 'nightly-invoices',
    description: 'Sends the invoices of the day to all customers.',
    handler_name: 'send_invoice',
    trigger: { kind: 'cron', expressions: ['30 2 * * *'], zone: 'Europe/Berlin' },
    payload: { customer: 'all', to: 'billing@example.com' },
    tags: ['billing', 'nightly'],
    queue: 'mails',
    priority: 'high',
  });
  await job({
    name: 'cache-warm-up',
    handler_name: 'greet',
    trigger: { kind: 'every', duration_ms: 15 * 60_000 },
  });
  await job({
    name: 'month-end-report',
    handler_name: 'greet',
    trigger: {
      kind: 'rrule',
      rule: 'FREQ=MONTHLY;BYDAY=-1FR;BYHOUR=18;BYMINUTE=0;BYSECOND=0',
      zone: 'America/New_York',
    },
  });
  await job({ name: LONG, handler_name: 'break', trigger: { kind: 'cron', expressions: ['0 */4 * * 1-5'] } });
  await job({
    name: 'welcome-mail',
    handler_name: 'send_invoice',
    trigger: { kind: 'event', name: 'user:signup' },
    enabled: false,
  });
}

async function createWork(served: ServedDashboard): Promise<void> {
  const enqueue = (body: object) => call(served, { path: 'executions', body });
  for (const customer of ['Ada', 'Bob', 'Chloé', 'Dmitri', 'Eve', 'Faruk'])
    await enqueue({
      handler_name: 'send_invoice',
      payload: {
        customer,
        to: customer === 'Eve' ? 'eve at example.com' : `${customer.toLowerCase()}@example.com`,
      },
      queue: 'mails',
      tags: ['billing'],
    });
  for (let index = 0; index < 12; index += 1)
    await enqueue({
      handler_name: 'greet',
      payload: { index },
      queue: index % 3 === 0 ? 'reports' : 'default',
    });
  await enqueue({ handler_name: 'break', max_retries: 0 });
  await enqueue({
    handler_name: 'break',
    max_retries: 0,
    payload:
      'connect ECONNREFUSED 10.0.3.17:5432, tried three addresses of the cluster db-main, of which none has answered within its timeout',
  });
  for (const name of ['nightly-invoices', 'month-end-report', 'cache-warm-up', 'cache-warm-up', LONG])
    await call(served, { path: `jobs/${encodeURIComponent(name)}/run` });
}

async function createWaiting(served: ServedDashboard): Promise<void> {
  await call(served, {
    path: 'executions',
    body: { handler_name: 'greet', run_at: new Date(Date.now() + 2 * HOUR_MS) },
  });
  await call(served, {
    path: 'executions',
    body: { handler_name: 'greet', run_at: new Date(Date.now() + 26 * HOUR_MS), priority: 'critical' },
  });
}
