import { ENVIRONMENT, loadConfig, SystemClock } from '@scheduler/core';
import { createStore, describeStore, STORE_NAMES, storeDescriptions } from './index.js';
import { missingStores } from './load-descriptions.js';
import { QUEUES } from './store-registry.js';

const described = storeDescriptions();
const load = (env: Readonly<Record<string, string>> = {}) => loadConfig({ env, ...described });

describe('the registry of stores', () => {
  it('names what each package describes, SQLite first', () => {
    expect(described.stores.map(({ name }) => name)).toEqual(STORE_NAMES);
    expect(described.queues.map(({ name }) => name)).toEqual(Object.keys(QUEUES));
    expect(missingStores()).toEqual([]);
  });

  it('composes the whole configuration (F110, F242, F244, F245, F265)', () => {
    expect(load()).toEqual({
      ...loadConfig(),
      store: 'sqlite',
      sqlite: { file: '.scheduler/scheduler.db' },
      postgres: { url: null, tablePrefix: 'scheduler_', schema: null },
      mysql: { url: null },
      redis: { url: 'redis://localhost:6379', keyPrefix: 'scheduler:', db: null },
    });
  });

  it('refuses a store that nobody knows', () => {
    const oracle = () => load({ SCHEDULER_STORE: 'oracle' });
    expect(oracle).toThrow(/^SCHEDULER_STORE \(store\): is not a known store, got "oracle"/);
    expect(oracle).toThrow('accepted: sqlite, postgres, mysql, redis, memory');
    expect(() => load({ SCHEDULER_NOTHING_LIKE_IT: '1' })).toThrow('is not a known variable');
  });

  it('has variables that a node passes over which is given its store', () => {
    const variables = [...described.stores, ...described.queues].flatMap(({ settings }) =>
      Object.values(settings).map(({ variable = '' }) => variable),
    );
    expect(new Set(variables).size).toBe(8);
    const env = Object.fromEntries(variables.map((name) => [name, 'whatever']));
    expect(loadConfig({ env })).toEqual(loadConfig());
    expect(variables.filter((name) => Object.hasOwn(ENVIRONMENT, name))).toEqual([]);
  });

  it('makes the store that the configuration names', () => {
    const config = load({ SCHEDULER_STORE: 'memory' });
    expect(createStore({ config, clock: new SystemClock() }).capabilities.name).toBe('memory');
    expect(describeStore(config)).toBe('memory, which forgets when the process ends');
  });

  it('loads no driver before a store is made', () => {
    const loaded: string[] = [];
    for (const name of ['knex', 'ioredis', 'bullmq']) {
      const note = () => ({ note: loaded.push(name) });
      jest.doMock(name, note, { virtual: true });
    }
    jest.isolateModules(() => {
      module.require('./load-descriptions.js').storeDescriptions();
      expect(loaded).toEqual([]);
      module.require('@scheduler/knex');
      expect(loaded).toEqual(['knex']);
    });
  });
});
