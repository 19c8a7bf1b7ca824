import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { defineHandler, silentLogger } from '@scheduler/contracts';
import {
  createNodeFromEnvironment,
  createSchedulerFromEnvironment,
  createStoreFromEnvironment,
  describeStore,
} from './index.js';
import type * as FromEnvironment from './from-environment.js';

describe('a scheduler from the environment', () => {
  it('is on the store that SCHEDULER_STORE names, and reads the other variables too (F245)', async () => {
    const handled: unknown[] = [];
    const handler = defineHandler({ type: 'greet', handle: ({ payload }) => void handled.push(payload) });
    const env = { SCHEDULER_STORE: 'memory', SCHEDULER_WORKERS: '3' };
    const node = createNodeFromEnvironment({ env, handlers: [handler], logger: silentLogger });
    expect([node.store.name, node.config.workers]).toEqual(['memory', 3]);
    await node.scheduler.enqueue({ type: 'greet', payload: 'ann' });
    await node.drain();
    await node.stop();
    expect(handled).toEqual(['ann']);
  });

  it('takes settings before variables', () => {
    const env = { SCHEDULER_STORE: 'postgres', SCHEDULER_WORKERS: '3' };
    const app = createSchedulerFromEnvironment({ env, config: { store: 'memory', workers: 4 } });
    expect([app.node.store.name, app.node.config.workers]).toEqual(['memory', 4]);
  });

  it('finds the file of SQLite from a root, wherever the process runs (F244)', async () => {
    const root = mkdtempSync(join(tmpdir(), 'scheduler-root-'));
    try {
      const app = createSchedulerFromEnvironment({ env: { SCHEDULER_SQLITE_FILE: 'data/jobs.db' }, root });
      expect(await app.all()).toEqual([]);
      await app.stop();
      expect(existsSync(join(root, 'data/jobs.db'))).toBe(true);
      const { store, config } = createStoreFromEnvironment({
        env: { SCHEDULER_SQLITE_FILE: 'data/jobs.db' },
        root,
      });
      expect(describeStore(config, { root })).toBe(`SQLite in ${join(root, 'data/jobs.db')}`);
      await store.close();
    } finally {
      rmSync(root, { recursive: true, force: true });
    }
  });

  it('puts the queue that SCHEDULER_QUEUE names beside the store', async () => {
    const env = { SCHEDULER_STORE: 'memory', SCHEDULER_QUEUE: 'bullmq' };
    const { store } = createStoreFromEnvironment({ env });
    expect(store.capabilities.name).toBe('memory and BullMQ');
    await store.close();
  });

  it('refuses a variable that is unknown, and a store that lacks its address', () => {
    const read = (env: Readonly<Record<string, string>>) => () => createStoreFromEnvironment({ env });
    expect(read({ SCHEDULER_WROKERS: '3' })).toThrow('did you mean SCHEDULER_WORKERS');
    expect(read({ SCHEDULER_STORE: 'postgres' })).toThrow('SCHEDULER_POSTGRES_URL');
    expect(read({ SCHEDULER_STORE: 'oracle' })).toThrow('accepted: sqlite, postgres, mysql, redis, memory');
  });

  it.each([
    ['SCHEDULER_STORE', 'postgres', '@scheduler/knex'],
    ['SCHEDULER_QUEUE', 'bullmq', '@scheduler/bullmq'],
  ])('names the package to install where %s=%s needs one', (variable, value, name) => {
    jest.doMock(`${name}/descriptions`, () => {
      const message = `Cannot find module '${name}/descriptions'`;
      throw Object.assign(new Error(message), { code: 'MODULE_NOT_FOUND' });
    });
    jest.isolateModules(() => {
      const fresh = module.require('./from-environment.js') as typeof FromEnvironment;
      const env = { SCHEDULER_STORE: 'memory', [variable]: value };
      expect(() => fresh.createStoreFromEnvironment({ env })).toThrow(
        `needs the package ${name}, which is not installed, got "${value}"; accepted: run \`npm install ${name}\``,
      );
    });
    jest.dontMock(`${name}/descriptions`);
  });
});
