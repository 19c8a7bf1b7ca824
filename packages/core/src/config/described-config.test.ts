import { ConfigurationInvalid } from '@scheduler/contracts';
import {
  describeQueue,
  describeStore,
  type SettingsDescription,
  type StoreDescription,
} from '@scheduler/contracts/adapter';
import type { SchedulerConfigInput } from './config-schema.js';
import { loadConfig } from './load-config.js';
import { unknownVariables } from './read-environment.js';

const never = (): never => {
  throw new Error('nothing is made here');
};
const URL_RULE = "a URL such as 'cabinet://user:password@host'";
const drawer = describeStore({
  name: 'drawer',
  section: 'drawer',
  settings: { file: { kind: 'text', longest: 20, default: 'drawer.db', variable: 'SCHEDULER_DRAWER_FILE' } },
  create: never,
  describe: never,
});
const cabinet = describeStore({
  name: 'cabinet',
  aliases: ['cupboard'],
  section: 'cabinet',
  settings: {
    url: {
      kind: 'url',
      schemes: ['cabinet', 'cabinets'],
      accepted: URL_RULE,
      default: null,
      required: true,
      variable: 'SCHEDULER_CABINET_URL',
    },
    tablePrefix: {
      kind: 'identifier',
      default: null,
      inherits: 'tablePrefix',
      variable: 'SCHEDULER_CABINET_TABLE_PREFIX',
    },
    shelf: { kind: 'integer', least: 0, most: 9, default: null, variable: 'SCHEDULER_CABINET_SHELF' },
  },
  create: never,
  describe: never,
});
const shoebox = describeStore({
  name: 'shoebox',
  section: 'shoebox',
  settings: {},
  create: never,
  describe: never,
});
const PIPE_SETTINGS = {
  host: { kind: 'text', longest: 64, default: null, required: true, variable: 'SCHEDULER_PIPE_HOST' },
} as const satisfies SettingsDescription;
const pipe = describeQueue({
  name: 'pipe',
  section: 'pipe',
  settings: PIPE_SETTINGS,
  create: never,
  describe: never,
});

const described = { stores: [drawer, cabinet, shoebox], queues: [pipe] } as const;
const load = (config: object = {}, env: Readonly<Record<string, string>> = {}) =>
  loadConfig({ config: config as SchedulerConfigInput, env, ...described });

describe('loadConfig with stores and queues that describe themselves', () => {
  it('adds a section for each that has settings; the first store is the default', () => {
    expect(load()).toEqual({
      ...loadConfig(),
      store: 'drawer',
      drawer: { file: 'drawer.db' },
      cabinet: { url: null, tablePrefix: 'scheduler_', shelf: null },
      pipe: { host: null },
    });
  });

  it('gives each section the types of its settings', () => {
    const { drawer: one, cabinet: other } = loadConfig({
      ...described,
      config: { drawer: { file: 'a' }, cabinet: { shelf: 3 } },
    });
    const file: string = one.file;
    const shelf: number | null = other.shelf;
    const prefix: string = other.tablePrefix;
    expect([file, shelf, prefix]).toEqual(['a', 3, 'scheduler_']);
    expect(() => Object.assign(one, { file: 'b' })).toThrow(TypeError);
  });

  it.each([
    ['SCHEDULER_STORE', 'shoebox', 'store', 'shoebox'],
    ['SCHEDULER_DRAWER_FILE', '/var/jobs.db', 'drawer.file', '/var/jobs.db'],
    ['SCHEDULER_CABINET_URL', 'cabinet://db', 'cabinet.url', 'cabinet://db'],
    ['SCHEDULER_CABINET_TABLE_PREFIX', 'jobs_', 'cabinet.tablePrefix', 'jobs_'],
    ['SCHEDULER_TABLE_PREFIX', 'jobs_', 'cabinet.tablePrefix', 'jobs_'],
    ['SCHEDULER_CABINET_SHELF', '3', 'cabinet.shelf', 3],
    ['SCHEDULER_PIPE_HOST', 'here', 'pipe.host', 'here'],
  ])('reads %s (F245)', (name, text, path, value) => {
    expect(load()).not.toHaveProperty(path, value);
    expect(load({}, { [name]: text })).toHaveProperty(path, value);
    expect(load({}, { [name]: `  ${text} ` })).toHaveProperty(path, value);
  });

  it('lets settings in code win over the environment', () => {
    expect(load({ drawer: { file: 'mine' } }, { SCHEDULER_DRAWER_FILE: 'theirs' })).toMatchObject({
      drawer: { file: 'mine' },
    });
  });

  it.each<[object, string]>([
    [{ drawer: { file: 'x'.repeat(21) } }, 'drawer.file: is too long'],
    [{ drawer: { file: null } }, 'drawer.file: is not a text'],
    [{ drawer: 'mine' }, 'drawer: is not an object, got "mine"'],
    [{ drawer: { flie: 'x' } }, 'drawer.flie: is not known'],
    [{ cabinet: { shelf: -1 } }, 'cabinet.shelf: is too small, got -1; accepted: a whole number from 0 to 9'],
    [
      { cabinet: { tablePrefix: 'a;drop' } },
      'cabinet.tablePrefix: is not a name, got "a;drop"; accepted: letters',
    ],
    [{ cabinet: { url: 'host:1' } }, `cabinet.url: is not a URL for this store; accepted: ${URL_RULE}`],
    [{ draewr: { file: 'x' } }, "draewr: is not known; did you mean 'drawer'?; accepted: enabled, store"],
    [{ shoebox: {} }, 'shoebox: is not known'],
    [{ bookcase: {} }, 'bookcase: is not known'],
    [{ queue: 'tube' }, 'queue: is not known, got "tube"; accepted: store, pipe'],
    [{ store: 5 }, 'store: is not the name of a store, got 5; accepted: drawer, cabinet, shoebox'],
    [
      { store: 'cabinet' },
      `cabinet.url: is missing, and the store is cabinet: set SCHEDULER_CABINET_URL; accepted: ${URL_RULE}`,
    ],
    [{ queue: 'pipe' }, 'pipe.host: is missing, and the queue is pipe: set SCHEDULER_PIPE_HOST'],
  ])('refuses %j', (config, message) => {
    expect(() => load(config)).toThrow(ConfigurationInvalid);
    expect(() => load(config)).toThrow(message);
  });

  it.each([
    ['Drawer', "did you mean 'drawer'?"],
    ['Cupboard', "did you mean 'cabinet'?"],
    ['attic', 'is not a known store, got'],
  ])('refuses a store that was not described: %s', (store, hint) => {
    const refused = () => load({}, { SCHEDULER_STORE: store });
    expect(refused).toThrow(/^SCHEDULER_STORE \(store\): is not a known store/);
    expect(refused).toThrow(hint);
    expect(refused).toThrow(`got "${store}"; accepted: drawer, cabinet, shoebox`);
  });

  it.each([
    [
      'SCHEDULER_CABINET_SHELF',
      'top',
      'SCHEDULER_CABINET_SHELF: cannot be read, got "top"; accepted: a number',
    ],
    ['SCHEDULER_CABINET_SHELF', '10', 'SCHEDULER_CABINET_SHELF (cabinet.shelf): is too big, got 10'],
    ['SCHEDULER_CABINET_URI', 'x', 'is not a known variable; did you mean SCHEDULER_CABINET_URL?'],
    [
      'SCHEDULER_NOTHING_LIKE_IT',
      '5',
      'SCHEDULER_NOTHING_LIKE_IT: is not a known variable; accepted: SCHEDULER_ENABLED',
    ],
  ])('refuses %s=%s, and names the variable', (name, text, message) => {
    expect(() => load({}, { [name]: text })).toThrow(message);
  });

  it.each(['me:hunter2@host', `cabinet://me:hunter2@${'x'.repeat(2_000)}`])(
    'does not show a connection URL that is refused',
    (text) => {
      const refused = () => load({}, { SCHEDULER_CABINET_URL: text });
      expect(refused).toThrow('SCHEDULER_CABINET_URL (cabinet.url)');
      expect(refused).toThrow(expect.objectContaining({ message: expect.not.stringContaining('hunter2') }));
    },
  );

  it('takes a section that a store and a queue describe equally, and refuses one that they do not', () => {
    const shared = (settings: SettingsDescription): StoreDescription => ({
      ...drawer,
      section: 'pipe',
      settings,
    });
    const equal = { ...PIPE_SETTINGS.host };
    const env = { SCHEDULER_PIPE_HOST: 'here' };
    const config = loadConfig({ stores: [shared({ host: equal })], queues: [pipe], env });
    expect(config).toMatchObject({ store: 'drawer', pipe: { host: 'here' } });
    const differs = () =>
      loadConfig({ stores: [shared({ host: { ...equal, longest: 1 } })], queues: [pipe] });
    expect(differs).toThrow('pipe: is described twice, and not equally');
  });

  it.each([
    [{ section: 'retry' }, 'retry: is a setting of the scheduler'],
    [{ variable: 'SCHEDULER_WORKERS' }, 'SCHEDULER_WORKERS: cannot be the variable of a store'],
    [{ variable: 'SCHEDULER_RETRY_FILE' }, 'SCHEDULER_RETRY_FILE: cannot be the variable of a store'],
    [{ variable: 'DRAWER_FILE' }, 'DRAWER_FILE: cannot be the variable of a store'],
  ])('refuses a description that takes a name of the scheduler: %j', (change, message) => {
    const { section = 'drawer', variable = 'SCHEDULER_DRAWER_FILE' } = change as Record<string, string>;
    const file = { ...drawer.settings.file, variable };
    expect(() => loadConfig({ stores: [{ ...drawer, section, settings: { file } }] })).toThrow(message);
  });
});

describe('a configuration for which nobody described a store', () => {
  it.each([
    { SCHEDULER_STORE: 'cabinet' },
    { SCHEDULER_QUEUE: 'pipe' },
    { SCHEDULER_CABINET_URL: 'cabinet://me:hunter2@host', SCHEDULER_CABINET_TABLE_PREFIX: '5' },
  ])('leaves what is meant for a store unread: %j', (env) => {
    const { store, queue, ...others } = loadConfig({ env });
    expect(loadConfig()).toMatchObject(others);
    expect([store, queue]).toEqual([env.SCHEDULER_STORE ?? null, env.SCHEDULER_QUEUE ?? 'store']);
  });

  it('leaves sections of stores in code unread', () => {
    const config = { store: 'cabinet', cabinet: { url: 'cabinet://host' } };
    expect(loadConfig({ config })).toEqual({ ...loadConfig(), store: 'cabinet' });
  });

  it.each<[object, string]>([
    [{ leases: { duration: '1m' } }, "leases: is not known; did you mean 'lease'?"],
    [{ cabinet: 'cabinet://host' }, 'cabinet: is not known'],
  ])('refuses typing errors in code: %j', (config, message) => {
    expect(() => loadConfig({ config: config as SchedulerConfigInput })).toThrow(message);
  });

  it.each([
    ['SCHEDULER_STROE', 'did you mean SCHEDULER_STORE?'],
    ['SCHEDULER_DLQ_QUEU', 'did you mean SCHEDULER_DLQ_QUEUE?'],
    ['SCHEDULER_RETRY_SOMETHING_ELSE', 'is not a known variable; accepted'],
    ['SCHEDULER_NOTHING', 'is not a known variable; accepted'],
  ])('refuses typing errors in the environment: %s', (name, message) => {
    expect(() => loadConfig({ env: { [name]: '1' } })).toThrow(message);
  });
});

describe('unknownVariables', () => {
  const env = { SCHEDULER_WROKERS: '1', SCHEDULER_CABINET_URI: '2', SCHEDULER_ATTIC_URL: '3', PATH: '/' };

  it('names what is neither a variable of the scheduler nor described', () => {
    expect(unknownVariables(env, described)).toEqual([
      { name: 'SCHEDULER_WROKERS', meant: 'SCHEDULER_WORKERS' },
      { name: 'SCHEDULER_CABINET_URI', meant: 'SCHEDULER_CABINET_URL' },
      { name: 'SCHEDULER_ATTIC_URL', meant: null },
    ]);
  });

  it('does not judge variables of stores where none was described', () => {
    expect(unknownVariables(env)).toEqual([{ name: 'SCHEDULER_WROKERS', meant: 'SCHEDULER_WORKERS' }]);
  });
});
