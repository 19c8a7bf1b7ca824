import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { OPTIONAL_PORTS } from '@scheduler/contracts/adapter';
import { buildExecution, buildJob, runStoreConformance, SettableClock } from '@scheduler/testing';
import { createJsonFileStore } from './json-file-store.js';

function newFolder() {
  const folder = mkdtempSync(join(tmpdir(), 'scheduler-json-file-'));
  return { folder, path: join(folder, 'jobs.json'), remove: () => rmSync(folder, { recursive: true }) };
}

runStoreConformance(
  'json-file',
  () => {
    const { path, remove } = newFolder();
    const clock = new SettableClock();
    return { store: createJsonFileStore({ path, clock }), clock, close: remove };
  },
  { without: OPTIONAL_PORTS },
);

describe('a JSON file', () => {
  const clock = new SettableClock();
  const { folder, path, remove } = newFolder();
  afterAll(remove);

  const openStore = async () => {
    const store = createJsonFileStore({ path, clock });
    await store.open();
    return store;
  };

  it('has what another store wrote into it, instants and keys of users as they were', async () => {
    const first = await openStore();
    const job = buildJob(clock.now(), {
      payload: { $instant: 5, $$two: [{ $one: null }], at: '2030-01-01' },
    });
    const execution = buildExecution(clock.now());
    await first.schedules.add({ jobs: [job] });
    await first.executions.add({ executions: [execution] });
    await first.queues.change({ queue: 'mails', paused: true });
    await first.close();

    const second = await openStore();
    expect(await second.schedules.get({ id: job.id, tenant: null })).toEqual(job);
    expect(await second.executions.get({ id: execution.id, tenant: null })).toEqual(execution);
    expect(await second.queues.settings()).toMatchObject([{ queue: 'mails', paused: true }]);
  });

  it('keeps what was stored when a write fails, and goes on with the next', async () => {
    const store = await openStore();
    const job = buildJob(clock.now());
    const circle: Record<string, unknown> = {};
    circle['circle'] = circle;
    const broken = buildJob(clock.now()).with({ metadata: circle as never });
    await expect(store.schedules.add({ jobs: [broken] })).rejects.toThrow('circular');
    expect(await store.schedules.get({ id: broken.id, tenant: null })).toBeNull();
    await store.schedules.add({ jobs: [job] });
    expect(await store.schedules.get({ id: job.id, tenant: null })).toEqual(job);
    expect(readdirSync(folder)).toEqual(['jobs.json']);
  });

  it('refuses a file that is no store, and everything before it is open', async () => {
    const other = join(folder, 'other.json');
    writeFileSync(other, 'no JSON');
    const store = createJsonFileStore({ path: other, clock });
    await expect(store.open()).rejects.toThrow('JSON');
    await expect(store.queues.settings()).rejects.toThrow('call store.open() first');
  });
});
