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
  bullmq: ['bullmq', 'ioredis'],
};

const productLayers = {
  contracts: [],
  core: ['contracts'],
  adapter: ['contracts'],
  testing: ['contracts', 'core'],
  di: ['contracts', 'core'],
  console: ['contracts', 'core'],
  extension: ['contracts', 'core'],
  app: ['contracts', 'core', 'adapter', 'di', 'console', 'extension'],
  tool: ['contracts', 'core', 'adapter', 'testing', 'di', 'console', 'extension', 'app', 'tool'],
};

const externals = {
  contracts: [],
  core: ['cron-parser', 'luxon', 'zod'],
  testing: [],
  di: ['inversify', 'reflect-metadata'],
  console: ['commander'],
};

// Tests of a package see what its users would put beside it. Contracts, core and testing stay as strict as their
// sources, because adapters' tests import them: see docs/decisions/0002-where-tests-live.md.
const testLayers = {
  ...productLayers,
  adapter: ['contracts', 'core', 'testing', 'adapter'],
  di: ['contracts', 'core', 'testing', 'adapter'],
  console: ['contracts', 'core', 'testing', 'adapter', 'di'],
  extension: ['contracts', 'core', 'testing', 'adapter', 'di', 'extension'],
  app: [...productLayers.app, 'testing'],
};

const withoutInversify = ['adapter', 'console', 'extension', 'testing'].map((layer) => ({
  sourceTag: `layer:${layer}`,
  bannedExternalImports: ['inversify', '@inversifyjs/*'],
}));

const constraints = (layers) => [
  ...Object.entries(layers).map(([layer, allowed]) => imports(layer, allowed, externals[layer])),
  ...Object.entries(libraries).map(([name, packages]) => library(name, packages)),
  ...withoutInversify,
];

const rule = (layers) => ({
  '@nx/enforce-module-boundaries': [
    'error',
    {
      depConstraints: constraints(layers),
      banTransitiveDependencies: true,
      enforceBuildableLibDependency: false,
    },
  ],
});

export const productBoundaries = rule(productLayers);
export const testBoundaries = rule(testLayers);
