/**
 * The package table as lint rules: who may import whom, and which library belongs to which package.
 * A project names its place by the tag `layer:…` in its package.json; an adapter also names its library by `library:…`.
 */

const imports = (layer, layers, allowedExternalImports) => ({
  sourceTag: `layer:${layer}`,
  onlyDependOnLibsWithTags: layers.map((name) => `layer:${name}`),
  ...(allowedExternalImports && { allowedExternalImports: allowedExternalImports.flatMap(withSubpaths) }),
});

const library = (name, packages) => ({
  sourceTag: `library:${name}`,
  allowedExternalImports: packages.flatMap(withSubpaths),
});

const withSubpaths = (name) => [name, `${name}/*`];

const libraries = {
  none: [],
  knex: ['knex', '@photostructure/sqlite', 'better-sqlite3', 'pg', 'mysql2'],
  redis: ['ioredis'],
  bullmq: ['bullmq', 'ioredis'],
};

const productLayers = {
  contracts: [],
  recurrence: ['contracts'],
  core: ['contracts', 'recurrence'],
  adapter: ['contracts'],
  // A queue beside a store; it shares connections, limits and events with the store on Redis.
  queue: ['contracts', 'adapter'],
  testing: ['contracts', 'recurrence', 'core'],
  workflow: ['contracts', 'core'],
  di: ['contracts', 'recurrence', 'core', 'workflow'],
  console: ['contracts', 'recurrence', 'core', 'workflow', 'http', 'dashboard'],
  http: ['contracts', 'core'],
  // Runs in browsers, and knows the API and not the engine behind it.
  dashboard: ['contracts', 'recurrence', 'client'],
  // It runs in a browser.
  client: ['contracts', 'recurrence'],
  calendar: ['contracts', 'recurrence'],
  nestjs: ['contracts', 'core'],
  holidays: ['contracts'],
  extension: ['contracts', 'recurrence', 'core'],
  app: [
    'contracts',
    'recurrence',
    'core',
    'adapter',
    'queue',
    'workflow',
    'di',
    'console',
    'http',
    'dashboard',
    'client',
    'calendar',
    'nestjs',
    'holidays',
    'extension',
  ],
  // What tests of several packages share. It is never published.
  'test-support': [],
};

productLayers.tool = [...Object.keys(productLayers), 'tool'];

const externals = {
  contracts: [],
  recurrence: [],
  core: ['zod'],
  testing: [],
  workflow: [],
  di: ['inversify', 'reflect-metadata'],
  console: ['commander'],
  http: ['zod', 'jose'],
  dashboard: ['preact', '@preact/signals', 'preact-iso', 'uplot', '@dagrejs/dagre'],
  client: [],
  calendar: ['cron-parser', 'ical-generator', 'luxon'],
  nestjs: ['@nestjs/common', '@nestjs/core', 'reflect-metadata'],
  holidays: ['date-holidays'],
};

// Tests of a package see what its users would put beside it. Contracts, core and testing stay as strict as their
// sources, because adapters' tests import them: see docs/decisions/0002-where-tests-live.md.
const testLayers = {
  ...productLayers,
  adapter: ['contracts', 'core', 'testing', 'adapter', 'test-support'],
  queue: ['contracts', 'core', 'testing', 'adapter', 'queue', 'test-support'],
  workflow: ['contracts', 'core', 'testing', 'adapter'],
  di: ['contracts', 'core', 'testing', 'adapter', 'queue', 'workflow'],
  console: [
    'contracts',
    'recurrence',
    'core',
    'workflow',
    'http',
    'dashboard',
    'testing',
    'adapter',
    'queue',
    'di',
  ],
  http: ['contracts', 'core', 'workflow', 'testing', 'adapter'],
  dashboard: ['contracts', 'recurrence', 'client', 'core', 'http', 'adapter', 'workflow', 'testing', 'tool'],
  client: ['contracts', 'recurrence', 'core', 'workflow', 'testing', 'adapter', 'http'],
  calendar: ['contracts', 'recurrence', 'core', 'testing', 'adapter'],
  nestjs: ['contracts', 'core', 'http', 'testing', 'adapter'],
  holidays: ['contracts', 'core', 'testing', 'adapter'],
  extension: ['contracts', 'recurrence', 'core', 'workflow', 'http', 'testing', 'adapter', 'di', 'extension'],
  app: [...productLayers.app, 'testing'],
};

const withoutInversify = [
  'adapter',
  'queue',
  'workflow',
  'console',
  'http',
  'client',
  'extension',
  'testing',
].map((layer) => ({
  sourceTag: `layer:${layer}`,
  bannedExternalImports: ['inversify', '@inversifyjs/*'],
}));

// Other implementations of the same thing, which tests compare ours with.
const testExternals = {
  ...externals,
  recurrence: ['cron-parser', 'luxon'],
  // Manifests of a deployment.
  console: ['commander', 'yaml'],
  // Web frameworks that the API is mounted on.
  http: ['zod', 'express', 'hono', 'jose'],
  dashboard: ['playwright-core', 'axe-core', 'vite'],
  // What bundles it as an application would, and checks answers by the schemas of the document.
  client: ['esbuild', 'zod'],
  // Parsers that read what the calendar writes.
  calendar: ['cron-parser', 'ical-generator', 'luxon', 'ical.js', 'node-ical'],
  nestjs: ['@nestjs/common', '@nestjs/core', '@nestjs/platform-express', 'reflect-metadata', 'knex'],
};

const constraints = (layers, libraryNames) => [
  ...Object.entries(layers).map(([layer, allowed]) => imports(layer, allowed, libraryNames[layer])),
  ...Object.entries(libraries).map(([name, packages]) => library(name, packages)),
  ...withoutInversify,
];

const rule = (layers, libraryNames, options = {}) => ({
  '@nx/enforce-module-boundaries': [
    'error',
    {
      ...options,
      depConstraints: constraints(layers, libraryNames),
      banTransitiveDependencies: true,
      enforceBuildableLibDependency: false,
    },
  ],
});

export const productBoundaries = rule(productLayers, externals);
// A test may import at once what the product loads only when it is needed.
export const testBoundaries = rule(testLayers, testExternals, { checkDynamicDependenciesExceptions: ['.*'] });
