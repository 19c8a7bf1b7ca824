import { type SchedulerStore, silentLogger } from '@scheduler/contracts';
import { describeQueue, describeStore } from '@scheduler/contracts/adapter';
import { SystemClock } from '../system/system-clock.js';
import { createConfiguredStore, describeConfiguredStore } from './configured-store.js';
import { loadConfig } from './load-config.js';

const drawer = describeStore({
  name: 'drawer',
  section: 'drawer',
  settings: { file: { kind: 'text', longest: 20, default: 'drawer.db' } },
  create: (settings, services) => ({ made: 'drawer', settings, services }) as unknown as SchedulerStore,
  describe: ({ file }) => `a drawer in ${file}`,
});
const shoebox = describeStore({
  name: 'shoebox',
  section: 'shoebox',
  settings: {},
  create: (settings) => ({ made: 'shoebox', settings }) as unknown as SchedulerStore,
  describe: () => 'a shoebox',
});
const pipe = describeQueue({
  name: 'pipe',
  section: 'pipe',
  settings: { host: { kind: 'text', longest: 64, default: 'here' } },
  create: (store, settings, { leaseMs }) =>
    ({ made: 'pipe', store, settings, leaseMs }) as unknown as SchedulerStore,
  describe: ({ host }) => `a pipe to ${host}`,
});

const described = { stores: [drawer, shoebox], queues: [pipe] } as const;
const clock = new SystemClock();

describe('createConfiguredStore', () => {
  it('makes the store that is named, with its settings and what all stores need', () => {
    const config = loadConfig({ ...described, config: { tablePrefix: 'jobs_', drawer: { file: 'a' } } });
    const services = { clock, logger: silentLogger, tablePrefix: 'jobs_', leaseMs: 30_000 };
    const made = { made: 'drawer', settings: { file: 'a' }, services };
    expect(createConfiguredStore({ config, clock, ...described })).toEqual(made);
  });

  it('puts the queue that is named around it', () => {
    const config = loadConfig({
      ...described,
      config: { store: 'shoebox', queue: 'pipe', lease: { duration: '1m' } },
    });
    expect(createConfiguredStore({ config, clock, ...described })).toEqual({
      made: 'pipe',
      store: { made: 'shoebox', settings: {} },
      settings: { host: 'here' },
      leaseMs: 60_000,
    });
  });

  it.each([
    ["Cannot find module 'ioredis'\nRequire stack:\n- /app/x.js", 'MODULE_NOT_FOUND', 'ioredis'],
    ["Cannot find module '@vendor/driver/promise'", 'MODULE_NOT_FOUND', '@vendor/driver'],
    ["Cannot find package 'pg' imported from /app/x.js", 'ERR_MODULE_NOT_FOUND', 'pg'],
  ])('names the package to install where a driver is missing: %j', (message, code, name) => {
    const missing = () => {
      throw Object.assign(new Error(message), { code });
    };
    const make = (broken: typeof described) =>
      createConfiguredStore({
        config: loadConfig({ ...broken, config: { queue: 'pipe' } }),
        clock,
        ...broken,
      });
    const text = `needs the package ${name}, which is not installed, got`;
    const wayOut = `accepted: run \`npm install ${name}\`, or choose another one`;
    expect(() => make({ ...described, stores: [{ ...drawer, create: missing }, shoebox] })).toThrow(
      `store: ${text} "drawer"; ${wayOut}`,
    );
    expect(() => make({ ...described, queues: [{ ...pipe, create: missing }] })).toThrow(
      `queue: ${text} "pipe"; ${wayOut}`,
    );
  });

  it.each([
    ["Cannot find module 'pg'", 'SOMETHING_ELSE'],
    ["Cannot find module './gone.js'", 'MODULE_NOT_FOUND'],
    ["Cannot find module '/app/gone.js'", 'MODULE_NOT_FOUND'],
  ])('does not take another failure for a missing package: %s, %s', (message, code) => {
    const error = Object.assign(new Error(message), { code });
    const create = () => {
      throw error;
    };
    const stores = [{ ...drawer, create }];
    expect(() => createConfiguredStore({ config: loadConfig({ stores }), clock, stores })).toThrow(error);
  });

  it.each([
    [{ store: 'cabinet' }, 'store: is not described, got "cabinet"; accepted: drawer, shoebox'],
    [{ store: 'drawer', queue: 'tube' }, 'queue: is not described, got "tube"; accepted: pipe'],
    [{}, 'store: is not described, got null'],
  ])('refuses a configuration that was loaded without it: %j', (config, message) => {
    const make = () => createConfiguredStore({ config: loadConfig({ config }), clock, ...described });
    expect(make).toThrow(message);
  });
});

describe('describeConfiguredStore', () => {
  it('says where everything is', () => {
    expect(describeConfiguredStore(loadConfig(described), described)).toBe('a drawer in drawer.db');
    const config = loadConfig({ ...described, config: { store: 'shoebox', queue: 'pipe' } });
    expect(describeConfiguredStore(config, described)).toBe('a shoebox, with a pipe to here');
  });
});
