import { setImmediate as nextTurn } from 'node:timers/promises';
import { StoreUnavailable } from '@scheduler/contracts';
import { createMemoryStore } from '@scheduler/memory';
import { SettableClock } from '@scheduler/testing';
import { begin, type Bulk, bulkScenes, ended, failures } from './test-support/bulk.js';
import { NOW, principal, type Scene } from './test-support/scene.js';

const sceneOf = bulkScenes();

/** What the audit log has of the end of an action. */
async function endOf(scene: Scene, id: string): Promise<Bulk> {
  for (;;) {
    const { items } = await scene.node.access.auditLog.list({ tenant: null, objectId: id });
    const end = items.find(({ operation }) => operation === 'bulkActions.end');
    if (end !== undefined) return end.after as unknown as Bulk;
    await nextTurn();
  }
}

describe('a bulk action ends (F252)', () => {
  /** An API whose credential is asked for before each item, which waits until it is let through. */
  const stepwise = () => {
    let left = 1;
    let wake: () => void = () => undefined;
    const scene = sceneOf({
      authenticate: async () => {
        while (left === 0) await new Promise<void>((resolve) => (wake = resolve));
        left -= 1;
        return principal('admin');
      },
    });
    const allow = (count: number) => {
      left += count;
      wake();
    };
    return { scene, allow };
  };

  it('when it is cancelled, after its present item', async () => {
    const { scene, allow } = stepwise();
    await failures(scene, 30);
    const answer = await begin(scene, { action: 'executions.retry', filter: {} });
    const path = `/bulk-actions/${answer.json.id}`;
    // The item that waits for the gate, the cancellation, and what looks at it.
    allow(1_000);
    const cancelled = await scene.send<Bulk>('POST', `${path}/cancel`);
    expect(cancelled.json.state).toMatch(/^cancell(ing|ed)$/);
    const bulk = await ended(scene, answer);
    expect(bulk).toMatchObject({ state: 'cancelled', matched: 30, failed: 0, interruption: null });
    expect(bulk.done).toBeLessThan(30);
    const again = await scene.send<Bulk>('POST', `${path}/cancel`);
    expect(again.json).toEqual(bulk);
    const rest = await begin(scene, { action: 'deadLetters.retry', filter: {} });
    expect(await ended(scene, rest)).toMatchObject({ state: 'completed' });
  });

  it('as interrupted when the API is closed, and may begin again', async () => {
    const { scene, allow } = stepwise();
    await failures(scene, 30);
    const answer = await begin(scene, { action: 'deadLetters.retry', filter: {} });
    const closed = scene.handler.close();
    allow(1_000);
    await closed;
    // The API answers nobody any more; the audit log says how it ended.
    const { done, state } = await endOf(scene, answer.json.id);
    expect(state).toBe('interrupted');
    // What was retried is no dead letter any more: the same action does the rest.
    expect((await scene.node.deadLetters.stats()).total).toBe(30 - done);
  });

  it('as interrupted when the node stops or the store goes away', async () => {
    const store = createMemoryStore({ clock: new SettableClock(NOW) });
    const scene = sceneOf({ store });
    await failures(scene, 5);
    const { executions } = store;
    const replace = executions.replaceDeadLetter.bind(executions);
    let calls = 0;
    executions.replaceDeadLetter = async (request) => {
      calls += 1;
      if (calls === 3) throw new StoreUnavailable('memory', 'connect ECONNREFUSED 10.1.2.3');
      return replace(request);
    };
    const bulk = await ended(scene, await begin(scene, { action: 'deadLetters.retry', filter: {} }));
    expect(bulk).toMatchObject({
      state: 'interrupted',
      done: 2,
      interruption: { code: 'STORE_UNAVAILABLE' },
    });
    expect(JSON.stringify(bulk)).not.toContain('10.1.2.3');
    const again = await begin(scene, { action: 'deadLetters.retry', filter: {} });
    expect(await ended(scene, again)).toMatchObject({ state: 'completed', matched: 3, done: 3 });
  });

  it('without its cause where the server fails, which is reported', async () => {
    const store = createMemoryStore({ clock: new SettableClock(NOW) });
    const scene = sceneOf({ store });
    await failures(scene, 3);
    store.executions.replaceDeadLetter = async () => {
      throw new Error('select failed at postgres://canary');
    };
    const bulk = await ended(scene, await begin(scene, { action: 'deadLetters.retry', filter: {} }));
    expect(bulk).toMatchObject({
      state: 'completed',
      failed: 3,
      reasons: [{ code: 'INTERNAL_ERROR', count: 3 }],
    });
    expect(JSON.stringify(bulk)).not.toContain('canary');
    expect(scene.errors).toHaveLength(3);
  });

  it('one too many of a principal is 429 with Retry-After, until another has ended', async () => {
    const body = { action: 'executions.retry', filter: { queue: ['none'] } };
    const busy = { action: 'deadLetters.retry', filter: {} };
    const running = sceneOf({ limits: { bulkActions: 1, requestBurst: 1_000 } });
    await failures(running, 60);
    const first = await begin(running, busy);
    const second = await begin(running, body);
    expect([first.status, second.status, second.json, second.headers.get('retry-after')]).toEqual([
      202,
      429,
      expect.objectContaining({ code: 'TOO_MANY_BULK_ACTIONS' }),
      '5',
    ]);
    expect((await begin(running, { ...body, dry_run: true })).status).toBe(429);
    const other = await begin(running, body, { as: principal('admin', 'acme') });
    expect(other.status).toBe(202);
    await ended(running, first);
    expect((await begin(running, body)).status).toBe(202);
  });
});

describe('a bulk action that is wrong (F252)', () => {
  it.each([
    ['no action', { filter: {} }],
    ['an unknown action', { action: 'jobs.run', filter: {} }],
    ['no filter, which would be everything by mistake', { action: 'jobs.delete' }],
    ['a filter of something else', { action: 'jobs.delete', filter: { error_class: ['permanent'] } }],
    ['an empty list', { action: 'jobs.delete', filter: { tags: [] } }],
    ['a status that is none', { action: 'executions.retry', filter: { status: ['broken'] } }],
    ['an instant that is none', { action: 'executions.retry', filter: { since: 'yesterday' } }],
    ['a dry run that is none', { action: 'executions.retry', filter: {}, dry_run: 'yes' }],
    ['an unknown member', { action: 'executions.retry', filter: {}, limit: 5 }],
    ['a job that does not exist', { action: 'executions.retry', filter: { job: 'none' } }],
  ])('%s is refused', async (_title, body) => {
    const scene = sceneOf();
    const { status } = await begin(scene, body);
    expect(status).toBe('filter' in body && 'job' in body.filter ? 404 : 400);
    expect((await scene.send('GET', '/bulk-actions')).json).toEqual([]);
    // What was refused takes no place.
    for (let number = 0; number < 6; number++)
      expect((await begin(scene, { action: 'executions.retry', filter: {}, dry_run: true })).status).toBe(
        200,
      );
  });

  it('is begun once for a repeated request', async () => {
    const scene = sceneOf();
    const headers = { 'idempotency-key': 'k1' };
    const body = { action: 'executions.retry', filter: {} };
    const first = await begin(scene, body, { headers });
    const second = await begin(scene, body, { headers });
    expect(second.json.id).toBe(first.json.id);
    expect((await scene.send<unknown[]>('GET', '/bulk-actions')).json).toHaveLength(1);
  });
});
