import { PRESETS } from '@scheduler/core';
import { principal, Scene } from './test-support/scene.js';

type Json = Record<string, unknown>;

describe("the seed's API", () => {
  let scene: Scene;
  beforeEach(() => {
    scene = new Scene();
  });
  afterEach(() => scene.node.stop());

  const create = (path: string, body: Json) => scene.send<Json>('POST', path, { body });
  const daily = { name: 'daily', schedule: '0 9 * * *', handler_name: 'greet' };

  it('creates a cron job with everything that it can have (F230, F235)', async () => {
    const { status, json, headers } = await create('/jobs/cron', {
      ...daily,
      description: 'says hello',
      timezone: 'Europe/Berlin',
      handler_type: 'function',
      payload: { who: 'Ada' },
      enabled: true,
      max_retries: 2,
      retry_delay_ms: 7_200_000,
      timeout_ms: 30_000,
      priority: 'high',
      concurrency: 3,
      allow_overlap: true,
      tags: ['a', 'b'],
      metadata: { team: 'x' },
      platform_id: 'acme',
    });
    expect(status).toBe(201);
    expect(headers.get('etag')).toBe('"1"');
    expect(json).toMatchObject({
      name: 'daily',
      description: 'says hello',
      type: 'cron',
      status: 'active',
      schedule: '0 9 * * *',
      timezone: 'Europe/Berlin',
      next_run: '2030-01-02T08:00:00.000Z',
      last_run: null,
      handler_name: 'greet',
      handler_type: 'function',
      payload: { who: 'Ada' },
      max_retries: 2,
      retry_delay_ms: 7_200_000,
      timeout_ms: 30_000,
      priority: 'high',
      concurrency: 3,
      allow_overlap: true,
      executions_count: 0,
      success_count: 0,
      failure_count: 0,
      avg_duration_ms: null,
      tags: ['a', 'b'],
      metadata: { team: 'x' },
      platform_id: 'acme',
      created_by: 'admin@all',
      created_at: '2030-01-01T12:00:00.000Z',
      completed_at: null,
      cancelled_at: null,
    });
  });

  it.each([
    ['/jobs/once', { execute_at: '2030-02-01T00:00:00Z' }],
    ['/jobs/cron', { schedule: '0 9 * * *' }],
    ['/jobs/recurring', { schedule: '0 9 * * *', start_date: '2030-02-01T00:00:00Z' }],
  ])('POST %s stores empty objects where no payload and metadata are given (F279)', async (path, when) => {
    const { json } = await create(path, { name: 'plain', handler_name: 'greet', ...when });
    expect(json).toMatchObject({
      payload: {},
      metadata: {},
      timezone: 'UTC',
      concurrency: 1,
      allow_overlap: false,
    });
  });

  it('creates a job that runs once, and one within bounds (F230)', async () => {
    const once = await create('/jobs/once', {
      name: 'once',
      execute_at: '2030-02-01T00:00:00+01:00',
      handler_name: 'greet',
    });
    expect(once.json).toMatchObject({
      type: 'one_time',
      next_run: '2030-01-31T23:00:00.000Z',
      schedule: null,
    });
    const bounded = await create('/jobs/recurring', {
      ...daily,
      name: 'bounded',
      start_date: '2030-03-01T00:00:00Z',
      end_date: '2030-04-01T00:00:00Z',
      max_executions: 3,
      skip_if_overdue: true,
    });
    expect(bounded.status).toBe(201);
    expect(bounded.json).toMatchObject({
      type: 'recurring',
      next_run: '2030-03-01T09:00:00.000Z',
      max_executions: 3,
      missed_runs: 'skip',
    });
  });

  it.each([
    ['/jobs/cron', { ...daily, schedule: '99 * * * *' }, 'schedule'],
    ['/jobs/cron', { ...daily, schedule: 5 }, 'schedule'],
    ['/jobs/cron', { ...daily, timezone: 'Mars/Base' }, 'timezone'],
    ['/jobs/cron', { ...daily, name: '' }, 'name'],
    ['/jobs/cron', { ...daily, handler_name: '1st' }, 'handler_name'],
    ['/jobs/cron', { ...daily, handler_type: 'robot' }, 'handler_type'],
    ['/jobs/cron', { ...daily, max_retries: -1 }, 'max_retries'],
    ['/jobs/cron', { ...daily, timeout_ms: 0 }, 'timeout_ms'],
    ['/jobs/cron', { ...daily, priority: 'urgent' }, 'priority'],
    ['/jobs/cron', { ...daily, platform_id: 'a/b' }, 'platform_id'],
    ['/jobs/cron', { ...daily, created_by: 'somebody' }, 'created_by'],
    ['/jobs/cron', { ...daily, shedule: 'x' }, 'shedule'],
    ['/jobs/once', { ...daily, schedule: undefined, execute_at: 'tomorrow' }, 'execute_at'],
    ['/jobs/once', { ...daily, schedule: undefined, execute_at: '2029-01-01T00:00:00Z' }, 'execute_at'],
    ['/jobs/recurring', daily, 'start_date'],
    [
      '/jobs/recurring',
      { ...daily, start_date: '2030-05-01T00:00:00Z', end_date: '2030-04-01T00:00:00Z' },
      'end_date',
    ],
  ])('POST %s refuses %j with the name of the field (F230, F235)', async (path, body, field) => {
    const { status, json, headers } = await create(path, body);
    expect(status).toBe(400);
    expect(headers.get('content-type')).toBe('application/problem+json; charset=utf-8');
    expect(json).toMatchObject({ status: 400, issues: [{ field }] });
    expect(json['error']).toBe(json['detail']);
  });

  it('refuses an unknown handler and a name that is taken with 400', async () => {
    expect(await create('/jobs/cron', { ...daily, handler_name: 'unknown' })).toMatchObject({
      status: 400,
      json: { code: 'HANDLER_NOT_FOUND' },
    });
    await create('/jobs/cron', daily);
    expect(await create('/jobs/cron', daily)).toMatchObject({
      status: 400,
      json: { code: 'JOB_ALREADY_EXISTS' },
    });
  });

  describe('with some jobs', () => {
    beforeEach(async () => {
      await create('/jobs/cron', { ...daily, name: 'a', tags: ['x'], platform_id: 'acme' });
      await scene.clock.advance(1_000);
      await create('/jobs/recurring', {
        ...daily,
        name: 'b',
        tags: ['y'],
        start_date: '2030-03-01T00:00:00Z',
      });
      await scene.clock.advance(1_000);
      await create('/jobs/once', { name: 'c', handler_name: 'greet', execute_at: '2030-02-01T00:00:00Z' });
      await scene.clock.advance(1_000);
      await create('/jobs/cron', { ...daily, name: 'd', enabled: false, tags: ['x', 'y'] });
    });

    it.each([
      ['', ['d', 'c', 'b', 'a']],
      ['?type=cron', ['d', 'a']],
      ['?type=recurring', ['b']],
      ['?type=one_time', ['c']],
      ['?type=event', []],
      ['?type=cron&limit=1&offset=1', ['a']],
      ['?status=paused', ['d']],
      ['?platform_id=acme', ['a']],
      ['?tags=x,y', ['d', 'b', 'a']],
      ['?limit=2', ['d', 'c']],
      ['?limit=2&offset=3', ['a']],
    ])('lists jobs%s (F231)', async (query, names) => {
      const { status, json } = await scene.send<Json[]>('GET', `/jobs${query}`);
      expect(status).toBe(200);
      expect(json.map(({ name }) => name)).toEqual(names);
    });

    it.each([
      'limit=0',
      'limit=101',
      'limit=1e2',
      'limit=5&limit=6',
      'offset=-1',
      'type=weekly',
      'status=done',
      'platform_id=a%2Fb',
      'refresh=1',
      'tags=',
    ])('refuses the query %s (F231)', async (query) => {
      const { status, json } = await scene.send('GET', `/jobs?${query}`);
      expect([status, json]).toEqual([
        400,
        expect.objectContaining({
          code: 'REQUEST_INVALID',
          issues: [expect.objectContaining({ field: query.split('=')[0] })],
        }),
      ]);
    });

    it('answers 404 for a job that does not exist, on every route of it (F231–F234)', async () => {
      const routes: [string, string, Json?][] = [
        ['GET', '/jobs/none'],
        ['PUT', '/jobs/none/reschedule', { schedule: '0 1 * * *' }],
        ['POST', '/jobs/none/pause'],
        ['POST', '/jobs/none/resume'],
        ['DELETE', '/jobs/none'],
        ['GET', '/jobs/none/executions'],
        ['GET', '/jobs/none/stats'],
        ['GET', '/executions/none'],
        ['POST', '/executions/none/retry'],
      ];
      for (const [method, path, body] of routes) {
        const { status, json } = await scene.send(method, path, { body });
        expect([method, path, status]).toEqual([method, path, 404]);
        expect(json['error']).toMatch(/^no (job|execution) has the id/);
      }
    });

    it('reschedules, pauses, resumes and cancels a job (F232)', async () => {
      const rescheduled = await scene.send<Json>('PUT', '/jobs/a/reschedule', {
        body: { schedule: '0 10 * * *' },
      });
      expect([rescheduled.status, rescheduled.json['next_run']]).toEqual([200, '2030-01-02T10:00:00.000Z']);
      expect(
        (await scene.send('PUT', '/jobs/c/reschedule', { body: { schedule: '0 10 * * *' } })).status,
      ).toBe(400);

      const paused = await scene.send('POST', '/jobs/a/pause', { body: { reason: 'holidays' } });
      expect([paused.status, paused.text]).toEqual([204, '']);
      expect((await scene.send('GET', '/jobs/a')).json).toMatchObject({
        status: 'paused',
        status_reason: 'holidays',
      });
      expect((await scene.send('POST', '/jobs/a/pause')).status).toBe(400);
      expect((await scene.send('POST', '/jobs/a/resume')).status).toBe(204);
      expect((await scene.send('POST', '/jobs/a/resume')).status).toBe(400);

      expect((await scene.send('DELETE', '/jobs/a')).status).toBe(204);
      expect((await scene.send('DELETE', '/jobs/a')).status).toBe(204);
      expect((await scene.send('GET', '/jobs/a')).json).toMatchObject({
        status: 'cancelled',
        next_run: null,
      });
    });

    it('lets one of two writers with the same If-Match succeed, however close they are', async () => {
      const { headers } = await scene.send('GET', '/jobs/a');
      const tag = headers.get('etag') ?? '';
      const write = (body: Json) => scene.send('PATCH', '/jobs/a', { body, headers: { 'if-match': tag } });
      const answers = await Promise.all([write({ description: 'one' }), write({ description: 'other' })]);
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 412]);
      const refused = answers.find(({ status }) => status === 412);
      expect(refused?.json).toMatchObject({ code: 'PRECONDITION_FAILED' });
      const won = answers.find(({ status }) => status === 200);
      expect(refused?.headers.get('etag')).toBe(won?.headers.get('etag'));
    });

    it('refuses a write whose If-Match names another revision', async () => {
      const { headers } = await scene.send('GET', '/jobs/a');
      const etag = headers.get('etag') ?? '';
      const pause = (tag: string) => scene.send('POST', '/jobs/a/pause', { headers: { 'if-match': tag } });
      expect((await pause('"99"')).json).toMatchObject({ status: 412, code: 'PRECONDITION_FAILED' });
      expect((await pause(etag)).status).toBe(204);
      expect((await pause(etag)).status).toBe(412);
    });
  });

  it('shows executions of a job and retries a failed one once (F233)', async () => {
    await create('/jobs/once', {
      name: 'broken',
      handler_name: 'break',
      max_retries: 0,
      execute_at: '2030-01-01T12:00:01Z',
      payload: { n: 1 },
      metadata: { trace_id: 't1', parent_span_id: 'p1' },
    });
    await scene.clock.advance(2_000);
    await scene.work();
    const { json } = await scene.send<Json[]>('GET', '/jobs/broken/executions?status=failed&limit=5');
    expect(json).toHaveLength(1);
    expect(json[0]).toMatchObject({
      status: 'failed',
      error: 'it broke',
      retry_count: 0,
      max_retries: 0,
      scheduled_at: '2030-01-01T12:00:01.000Z',
      trace_id: 't1',
      parent_span_id: 'p1',
      payload: { n: 1 },
    });
    const id = String(json[0]?.['id']);
    expect((await scene.send('GET', `/executions/${id}`)).json).toEqual(json[0]);
    const retried = await scene.send('POST', `/executions/${id}/retry`);
    expect(retried.status).toBe(201);
    expect(retried.json).toMatchObject({ status: 'pending', original_execution_id: id, origin: 'retried' });
    expect((await scene.send('POST', `/executions/${id}/retry`)).json).toMatchObject({
      status: 400,
      code: 'ILLEGAL_TRANSITION',
    });
    expect((await scene.send<Json[]>('GET', '/jobs/broken/executions?status=success')).json).toEqual([]);
  });

  it('reports metrics for a period, and statistics of a job (F234)', async () => {
    await create('/jobs/once', { name: 'c', handler_name: 'greet', execute_at: '2030-01-01T12:00:01Z' });
    await scene.clock.advance(2_000);
    await scene.work();
    const metrics = await scene.send<Json>('GET', '/metrics?period=1h');
    expect(metrics.json).toMatchObject({
      jobs: { total: 1, completed: 1 },
      executions: { total: 1, successful: 1, pending: 0 },
      performance: { success_rate: 100 },
      time_range: { start: '2030-01-01T11:00:02.000Z', end: '2030-01-01T12:00:02.000Z' },
    });
    const day = await scene.send<{ time_range: { start: string } }>('GET', '/metrics');
    expect(day.json.time_range.start).toBe('2029-12-31T12:00:02.000Z');
    expect((await scene.send('GET', '/metrics?period=2h')).status).toBe(400);
    expect((await scene.send('GET', '/jobs/c/stats')).json).toMatchObject({
      job_name: 'c',
      total_executions: 1,
      successful: 1,
      success_rate: 100,
      busiest_hours: [{ hour: 12, execution_count: 1 }],
      next_execution: null,
    });
  });

  it('answers 503 unless it is healthy, and says what the platform asks for (F228, F234, F281)', async () => {
    expect(await scene.send('GET', '/health')).toMatchObject({ status: 503, json: { status: 'unhealthy' } });
    expect(await scene.send('GET', '/health?must_run=false')).toMatchObject({
      status: 200,
      json: {
        status: 'healthy',
        components: { database: { status: 'up' } },
        issues: [],
        alerts: { critical: 0, worst: [] },
      },
    });
    await create('/jobs/cron', daily);
    expect((await scene.send('GET', '/platform-health?must_run=false')).json).toMatchObject({
      status: 'healthy',
      components: { scheduler: { active_jobs: 1, pending_executions: 0, queue_health: 'healthy' } },
    });
  });

  it('takes the tenant from the principal and no other one from the body (F252)', async () => {
    const as = principal('admin', 'acme');
    const own = await scene.send('POST', '/jobs/cron', { as, body: daily });
    expect(own.json).toMatchObject({ platform_id: 'acme', created_by: 'admin@acme' });
    const same = await scene.send('POST', '/jobs/cron', {
      as,
      body: { ...daily, name: 'x', platform_id: 'acme' },
    });
    expect(same.status).toBe(201);
    const other = { ...daily, platform_id: 'globex' };
    const refused = await scene.send('POST', '/jobs/cron', { as, body: other });
    expect([refused.status, refused.text.includes('globex')]).toEqual([403, false]);
    expect((await scene.send('GET', '/jobs?platform_id=globex', { as })).status).toBe(403);
  });

  it('hides what an application stored from those who may not read payloads', async () => {
    await create('/jobs/cron', { ...daily, payload: { secret: 'x' } });
    const as = { ...principal('viewer'), permissions: PRESETS.viewer };
    expect((await scene.send('GET', '/jobs/daily', { as })).json).toMatchObject({
      name: 'daily',
      payload: null,
    });
  });
});
