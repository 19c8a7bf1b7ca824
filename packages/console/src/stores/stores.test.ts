import { ENVIRONMENT, loadConfig, SystemClock } from '@scheduler/core';
import { createStore, describeStore, STORE_NAMES, storeDescriptions } from './index.js';
import type * as CheckEnvironment from '../doctor/check-environment.js';
import type * as LoadDescriptions from './load-descriptions.js';
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
      memory: { eventLog: false },
      sqlite: { file: '.scheduler/scheduler.db', eventLog: false },
      postgres: {
        url: null,
        directUrl: null,
        tablePrefix: 'scheduler_',
        schema: null,
        poolSize: 10,
        preparedStatements: null,
        eventLog: false,
      },
      mysql: { url: null, poolSize: 10, eventLog: false },
      redis: { url: 'redis://localhost:6379', keyPrefix: 'scheduler:', db: null, eventLog: false },
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
    expect(variables).toContain('SCHEDULER_REDIS_URL');
    expect(variables).not.toContain('');
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

  it('passes over stores whose packages are not installed', () => {
    const notFound = () => {
      const message = "Cannot find module '@scheduler/knex/descriptions'";
      throw Object.assign(new Error(message), { code: 'MODULE_NOT_FOUND' });
    };
    jest.doMock('@scheduler/knex/descriptions', notFound);
    jest.isolateModules(() => {
      const loader = module.require('./load-descriptions.js') as typeof LoadDescriptions;
      expect(loader.storeDescriptions().stores.map(({ name }) => name)).toEqual(['redis', 'memory']);
      expect(loader.missingStores()).toEqual(['sqlite', 'postgres', 'mysql']);
      const { checkVariables } = module.require('../doctor/check-environment.js') as typeof CheckEnvironment;
      const env = { SCHEDULER_POSTGRES_URL: 'x', SCHEDULER_REDIS_URL: 'x' };
      expect(checkVariables(env).status).toBe('ok');
      expect(checkVariables({ SCHEDULER_ATTIC_URL: 'x' }).status).toBe('warning');
    });
    jest.dontMock('@scheduler/knex/descriptions');
  });

  it('does not take a package that fails to load for one that is missing', () => {
    jest.doMock('@scheduler/memory/descriptions', () => {
      throw new Error('broken');
    });
    jest.isolateModules(() => {
      const loader = module.require('./load-descriptions.js') as typeof LoadDescriptions;
      expect(() => loader.storeDescriptions()).toThrow('broken');
    });
    jest.dontMock('@scheduler/memory/descriptions');
  });
});
