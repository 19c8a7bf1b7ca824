import { createWorkflows } from '@scheduler/workflow';
import type { WorkflowRunsPort } from './workflows/workflow-runs.js';
import { principal, Scene } from './test-support/scene.js';
import { createWorld } from './test-support/world.js';

type Json = Record<string, unknown>;
interface PageOfIds {
  readonly items: { readonly id: string }[];
  readonly next_cursor: string | null;
}

const scenes: Scene[] = [];
const sceneOf = (options?: ConstructorParameters<typeof Scene>[0]) => {
  const scene = new Scene(options);
  scenes.push(scene);
  return scene;
};
afterEach(async () => {
  for (const scene of scenes.splice(0)) await scene.node.stop();
});

describe('jobs', () => {
  const every = { kind: 'every', duration_ms: 60_000 };

  it.each<[string, Json]>([
    ['interval', every],
    [
      'calendar',
      { kind: 'calendar', unit: 'month', at: '06:00', nth_weekday: { nth: 'last', weekday: 'friday' } },
    ],
    ['rule', { kind: 'rrule', rule: 'FREQ=WEEKLY;BYDAY=MO', zone: 'Europe/Berlin' }],
    ['event', { kind: 'event', name: 'user:signup' }],
    ['start', { kind: 'reboot', scope: 'cluster' }],
  ])('are created with a trigger of the kind %s', async (_kind, trigger) => {
    const { status, json } = await sceneOf().send('POST', '/jobs', {
      body: {
        handler_name: 'greet',
        name: 'n',
        trigger,
        missed_runs: { policy: 'all', cap: 3, grace_ms: 5_000 },
      },
    });
    expect([status, json['trigger']]).toEqual([201, expect.objectContaining(trigger)]);
    expect(json).toMatchObject({ created_by: 'admin@all', missed_runs: 'all' });
  });

  it('are refused with the name of the field as the caller wrote it', async () => {
    const scene = sceneOf();
    const create = (body: Json) =>
      scene.send('POST', '/jobs', { body: { handler_name: 'greet', trigger: every, ...body } });
    for (const [body, field] of [
      [{ timeout_ms: 0 }, 'timeout_ms'],
      [{ queue: '1st' }, 'queue'],
      [{ max_executions: 0 }, 'max_executions'],
      [{ unique: { by: ['colour'] } }, 'unique'],
      [{ trigger: { kind: 'every', duration_ms: 1 } }, 'trigger.duration_ms'],
      [{ trigger: { kind: 'cron', expressions: ['* * * *'] } }, 'trigger.expressions'],
      [{ trigger: { kind: 'lunar' } }, 'trigger.kind'],
    ] as const) {
      const { status, json } = await create(body);
      expect([body, status, json['issues']]).toEqual([body, 400, [expect.objectContaining({ field })]]);
    }
  });

  it('are changed, run, and deleted', async () => {
    const scene = sceneOf();
    await scene.send('POST', '/jobs', {
      body: { handler_name: 'greet', name: 'n', trigger: every, description: 'x' },
    });
    const changed = await scene.send('PATCH', '/jobs/n', {
      body: { description: null, every_ms: 120_000, tags: ['new'], timeout_ms: 1_000 },
    });
    expect(changed.json).toMatchObject({
      description: null,
      trigger: { kind: 'every', duration_ms: 120_000 },
      tags: ['new'],
      timeout_ms: 1_000,
    });
    const run = await scene.send<Json>('POST', '/jobs/n/run');
    expect([run.status, run.json['origin']]).toEqual([201, 'manual']);
    await scene.work();
    expect((await scene.send('GET', `/executions/${String(run.json['id'])}`)).json).toMatchObject({
      status: 'success',
      result: { said: 'hello' },
    });
    expect((await scene.send<Json>('GET', '/jobs/n/explain')).json['occurrences']).toHaveLength(1);
    expect((await scene.send('POST', '/jobs/n/delete')).status).toBe(204);
    expect((await scene.send('GET', '/jobs/n')).status).toBe(404);
  });

  it('are previewed before they exist, with what daylight saving does to them', async () => {
    const { json } = await sceneOf().send<{ when: string; runs: Json[] }>('POST', '/preview', {
      body: {
        trigger: { kind: 'cron', expressions: ['30 2 * * *'], zone: 'Europe/Berlin' },
        from: '2030-03-30T12:00:00Z',
        count: 2,
      },
    });
    expect(json.when).toContain('02:30');
    expect(json.runs.map(({ local }) => local)).toEqual([
      '2030-03-31T03:00:00+02:00',
      '2030-04-01T02:30:00+02:00',
    ]);
    expect(json.runs[0]?.['note']).toEqual(expect.stringContaining('gap'));
  });
});

describe('executions', () => {
  const fill = async (scene: Scene, count: number) => {
    // Of one instant, so that only their ids tell them apart.
    const requests = Array.from({ length: count }, () => ({ type: 'greet' }));
    return (await scene.node.scheduler.enqueueMany(requests)).map(({ id }) => id);
  };
  const page = async (scene: Scene, cursor: string | null, limit: number) =>
    (
      await scene.send<PageOfIds>(
        'GET',
        `/executions?limit=${limit}${cursor === null ? '' : `&cursor=${cursor}`}`,
      )
    ).json;

  async function all(
    scene: Scene,
    limit: number,
    between: (page: number) => Promise<unknown>,
  ): Promise<string[]> {
    const ids: string[] = [];
    let cursor: string | null = null;
    for (let number = 1; number === 1 || cursor !== null; number++) {
      const { items, next_cursor }: PageOfIds = await page(scene, cursor, limit);
      ids.push(...items.map(({ id }) => id));
      cursor = next_cursor;
      await between(number);
    }
    return ids;
  }

  it('of one instant are listed page by page, none twice and none left out', async () => {
    const scene = sceneOf();
    const ids = await fill(scene, 250);
    const listed = await all(scene, 100, async () => undefined);
    expect(listed).toHaveLength(250);
    expect([...listed].sort()).toEqual([...ids].sort());
  });

  it('that come and go between the pages neither hide nor repeat others', async () => {
    const scene = sceneOf();
    const ids = await fill(scene, 60);
    const gone: string[] = [];
    const listed = await all(scene, 10, async (number) => {
      if (number === 2) await fill(scene, 5);
      if (number === 3) {
        // What starts moves to another instant, and so leaves its place in the list.
        await scene.clock.advance(1_000);
        const { executions } = await scene.node.drain({ limit: 7 });
        gone.push(...executions.map(({ id }) => id));
      }
    });
    expect(new Set(listed).size).toBe(listed.length);
    const missing = ids.filter((id) => !listed.includes(id) && !gone.includes(id));
    expect(missing).toEqual([]);
  });

  it.each(['x', 'W10', 'WzEsMiwzXQ', 'WzEsImEiLDBd', 'e30'])('refuse the cursor %s', async (cursor) => {
    const { status, json } = await sceneOf().send('GET', `/executions?cursor=${cursor}`);
    expect([status, json['issues']]).toEqual([400, [expect.objectContaining({ field: 'cursor' })]]);
  });

  it('are filtered, enqueued, cancelled, and show their logs', async () => {
    const { scene, failed, waiting } = await createWorld();
    scenes.push(scene);
    const ids = async (query: string) =>
      (await scene.send<PageOfIds>('GET', `/executions?${query}`)).json.items.map(({ id }) => id);
    expect(await ids('status=failed,timeout&handler_name=break')).toEqual([failed]);
    expect(await ids('dead_letter=true')).toEqual([failed]);
    expect(await ids('status=pending&queue=default&since=2030-12-31T00:00:00Z')).toEqual([waiting]);
    expect(await ids('platform_id=globex')).toEqual([]);
    expect((await scene.send('GET', '/executions?job=none')).status).toBe(404);
    expect(
      (await scene.send('POST', `/executions/${waiting}/cancel`, { body: { reason: 'no' } })).json,
    ).toMatchObject({
      state: 'cancelled',
      execution: { status: 'cancelled', reason: { message: 'no' } },
    });
    const again = await scene.send('POST', `/executions/${waiting}/cancel`);
    expect(again.json).toMatchObject({ state: 'ended' });
  });
});

it('jobs are listed by their next run, and by what they are called', async () => {
  const scene = sceneOf();
  for (const [name, hour] of [
    ['Late', 20],
    ['early', 13],
    ['other', 15],
  ] as const)
    await scene.send('POST', '/jobs', {
      body: { handler_name: 'greet', name, trigger: { kind: 'cron', expressions: [`0 ${hour} * * *`] } },
    });
  const names = async (query: string) =>
    (await scene.send<{ name: string }[]>('GET', `/jobs?${query}`)).json.map(({ name }) => name);
  expect(await names('sort_by=next_run_at&sort_order=asc')).toEqual(['early', 'other', 'Late']);
  expect(await names('name_contains=LA')).toEqual(['Late']);
  expect(await names('next_run_before=2030-01-01T16:00:00Z&sort_by=name&sort_order=asc')).toEqual([
    'early',
    'other',
  ]);
});

it('a forecast names queues as they are called', async () => {
  const scene = sceneOf();
  await scene.send('POST', '/jobs', {
    body: { handler_name: 'greet', queue: 'bigReports', trigger: { kind: 'every', duration_ms: 3_600_000 } },
  });
  const { json } = await scene.send<{ hours: Json[]; queues: Json[] }>('GET', '/forecast');
  expect(json.hours[1]).toMatchObject({ starts: 1, queues: { bigReports: 1 } });
  expect(json.queues).toEqual([expect.objectContaining({ queue: 'bigReports', is_too_narrow: false })]);
});

describe('metrics over time', () => {
  it('are of the tenant alone, in buckets of the period', async () => {
    const scene = sceneOf();
    await scene.node.scheduler.forTenant('acme').enqueue({ type: 'greet' });
    await scene.node.scheduler.enqueue({ type: 'break', maxRetries: 0 });
    await scene.node.drain();
    const series = async (as: Parameters<typeof principal>) =>
      (
        await scene.send<{ lines: Json[]; bucket_ms: number }>(
          'GET',
          '/metrics/series?period=6h&bucket=1h&by=type',
          {
            as: principal(...as),
          },
        )
      ).json;
    const own = await series(['viewer', 'acme']);
    expect([own.bucket_ms, own.lines.map(({ group }) => group)]).toEqual([3_600_000, ['greet']]);
    expect((await series(['viewer'])).lines.map(({ group }) => group)).toEqual(['break', 'greet']);
  });

  it.each([
    ['period=soon', /^period: is not a duration/],
    ['period=1h&since=2030-01-01T00:00:00Z', /^period: is given beside/],
    ['bucket=1s', /^bucket: divides the range into \d+ buckets/],
    ['by=colour', /by/],
  ])('refuse %s', async (query, message) => {
    const { status, json } = await sceneOf().send('GET', `/metrics/series?${query}`);
    expect([status, json['detail']]).toEqual([400, expect.stringMatching(message)]);
  });
});

it('queues are paused, scaled and resumed', async () => {
  const scene = sceneOf();
  expect((await scene.send('POST', '/queues/default/pause')).json).toMatchObject({ paused: true });
  expect(
    (await scene.send('PUT', '/queues/default/scale', { body: { global_limit: 7 } })).json,
  ).toMatchObject({
    global_limit: 7,
  });
  expect((await scene.send('GET', '/queues/default')).json).toMatchObject({ paused: true, global_limit: 7 });
  expect((await scene.send('PUT', '/queues/default/scale', { body: {} })).status).toBe(400);
  expect((await scene.send('POST', '/queues/1st/pause')).status).toBe(400);
  expect((await scene.send('POST', '/queues/default/resume')).json).toMatchObject({ paused: false });
});

it('a rate limit is filled again: a tenant its own, and what all share nobody but who sees all tenants', async () => {
  const scene = sceneOf({
    node: { config: { rateLimits: { global: '100/h', types: { greet: '2/h' } } } },
  });
  const { rateLimits } = scene.node;
  for (const tenant of ['acme', 'globex']) await rateLimits.acquire('type', 'greet', { tenant, tokens: 2 });
  await rateLimits.acquire('global', null, { tokens: 60 });
  const acme = principal('admin', 'acme');
  const reset = (body: Json, as = acme) => scene.send<Json>('POST', '/rate-limits/reset', { as, body });
  expect((await reset({ scope: 'type', key: 'greet' })).json).toMatchObject({
    tokens: 2,
    platform_id: 'acme',
  });
  expect(await rateLimits.status('type', 'greet', { tenant: 'globex' })).toMatchObject([{ tokens: 0 }]);
  expect((await reset({ scope: 'global' })).status).toBe(404);
  expect(await rateLimits.status('global')).toMatchObject([{ tokens: 40 }]);
  expect((await reset({ scope: 'global' }, principal('admin'))).json).toMatchObject({ tokens: 100 });
  expect((await reset({ scope: 'type', key: 'gret' })).json).toMatchObject({ code: 'QUERY_INVALID' });
});

it('dead letters are retried once', async () => {
  const { scene, failed } = await createWorld();
  scenes.push(scene);
  const retry = () =>
    scene.send('POST', `/dead-letters/${failed}/retry`, { as: principal('operator', 'acme') });
  expect((await retry()).json).toMatchObject({
    state: 'retried',
    execution: { original_execution_id: failed },
  });
  expect((await retry()).json).toEqual({ state: 'not_dead', execution: null });
});

it('an event is triggered once with the same id', async () => {
  const { scene } = await createWorld();
  scenes.push(scene);
  const as = principal('operator', 'acme');
  const send = () =>
    scene.send('POST', '/events', { as, body: { name: 'user:signup', data: { a: 1 }, id: 'e1' } });
  expect((await send()).json).toMatchObject({ executions: [{ handler_name: 'greet' }], repeated: 0 });
  expect((await send()).json).toMatchObject({ executions: [], repeated: 1 });
});

it('a state shows decisions and rollbacks', async () => {
  const world = await createWorld();
  scenes.push(world.scene);
  const state = async () =>
    (await world.scene.send<{ steps: Json[] }>('GET', `/workflow-runs/${world.run}`)).json.steps;
  expect(await state()).toContainEqual(
    expect.objectContaining({ name: 'check', decision: null, undo: null, children: null, rounds: 0 }),
  );
  await world.scene.send('POST', `/workflow-runs/${world.run}/steps/check/approve`);
  expect(await state()).toContainEqual(
    expect.objectContaining({
      name: 'check',
      decision: { approved: true, by: 'admin@all', at: expect.any(String) as string },
    }),
  );
});

it('an approval is given in the name of the principal', async () => {
  const { scene, run } = await createWorld();
  scenes.push(scene);
  const as = principal('operator', 'acme');
  const approved = await scene.send('POST', `/workflow-runs/${run}/steps/check/approve`, {
    as,
    body: { data: 1 },
  });
  expect(approved.status).toBe(200);
  const stored = await scene.node.workflows.services().runs.get({ id: run, tenant: 'acme' });
  expect(stored?.steps['check']?.decision).toMatchObject({ approved: true, by: 'operator@acme' });
});

it('process fires what is due and runs it, up to the limit', async () => {
  const scene = sceneOf();
  await scene.send('POST', '/jobs', {
    body: { handler_name: 'greet', trigger: { kind: 'every', duration_ms: 60_000 } },
  });
  await scene.clock.advance(61_000);
  const { json } = await scene.send('POST', '/process', { body: { limit: 5 } });
  expect(json).toMatchObject({ due: 1, fired: 1, ran: [{ status: 'success' }] });
});

it('a quota that is exceeded is 403 with its name, wherever something is asked for (F252)', async () => {
  const quotas = { jobs: 1, waiting: 1, payloadBytes: 30 };
  const { send } = inTenant(sceneOf({ node: { config: { quotas } } }));
  const refused = async (path: string, body: Json, quota: string) => {
    const { status, json } = await send('POST', path, body);
    expect([status, json['code']]).toEqual([403, 'QUOTA_EXCEEDED']);
    expect(json['detail']).toContain(`the quota ${quota} of tenant "acme"`);
  };
  const daily = { handler_name: 'greet', trigger: { kind: 'every', duration_ms: 60_000 } };
  const greet = { handler_name: 'greet' };
  const payload = { text: 'more than thirty bytes of JSON' };
  await refused('/executions', { ...greet, payload }, 'payloadBytes');
  await refused('/jobs', { ...daily, payload }, 'payloadBytes');
  const job = await send('POST', '/jobs', daily);
  await refused('/jobs', daily, 'jobs');
  await refused('/jobs/cron', { ...greet, name: 'n', schedule: '0 9 * * *' }, 'jobs');
  expect((await send('POST', '/executions', greet)).status).toBe(201);
  await refused('/executions', greet, 'waiting');
  await refused(`/jobs/${String(job.json['id'])}/run`, {}, 'waiting');
  await refused('/events', { name: 'user:signup' }, 'waiting');
});

function inTenant(scene: Scene) {
  const as = principal('admin', 'acme');
  return { send: (method: string, path: string, body: Json) => scene.send<Json>(method, path, { as, body }) };
}

it('workflows of the package have the shape that the API uses', () => {
  const port: WorkflowRunsPort = createWorkflows({ definitions: [] });
  expect(typeof port.getState).toBe('function');
});

it('prunes, and says where the database has nothing to tidy up', async () => {
  const scene = new Scene();
  expect(await scene.send('POST', '/prune')).toMatchObject({ status: 200, json: { ended: 0 } });
  expect(await scene.send('POST', '/prune', { body: { vacuum: true } })).toMatchObject({
    status: 501,
    json: { code: 'FEATURE_NOT_SUPPORTED' },
  });
});
