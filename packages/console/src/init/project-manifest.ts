import { type StoreName, STORES } from '../stores/store-registry.js';
import type { ProjectPlan } from './project-plan.js';
import { notesOn } from './project-stores.js';

/** What others publish, as this workspace uses it; a test holds them together. */
export const TOOLS = { '@types/node': '^20.19.0', typescript: '~6.0.3' } as const;

/** The packages of ours that a project with this store needs. */
export function packagesOf(store: StoreName): readonly string[] {
  return ['@scheduler/console', '@scheduler/contracts', '@scheduler/core', STORES[store].package].sort();
}

/** The packages of ours that only its tests need: they run in memory. */
function testPackagesOf(store: StoreName): readonly string[] {
  return ['@scheduler/memory', '@scheduler/testing'].filter((name) => !packagesOf(store).includes(name));
}

export function manifestSource({ name, store, versionOf, indirect }: ProjectPlan): string {
  const own = [...packagesOf(store), ...indirect].map(
    (packageName) => [packageName, versionOf(packageName)] as const,
  );
  const forTests = testPackagesOf(store).map((packageName) => [packageName, versionOf(packageName)] as const);
  const manifest = {
    name,
    version: '0.0.0',
    private: true,
    type: 'module',
    engines: { node: '>=20.19' },
    scripts: {
      build: 'tsc',
      prestart: 'npm run --silent build',
      start: 'node dist/src/main.js',
      pretest: 'npm run --silent build',
      // In dist, because later versions of Node.js would take the sources for tests too.
      test: 'cd dist && node --test',
      scheduler: 'scheduler',
    },
    dependencies: sorted([...Object.entries(notesOn(store).drivers), ...own]),
    devDependencies: sorted([...Object.entries(TOOLS), ...forTests]),
  };
  return `${JSON.stringify(manifest, null, 2)}\n`;
}

function sorted(entries: readonly (readonly [string, string])[]): Readonly<Record<string, string>> {
  return Object.fromEntries([...entries].sort(([a], [b]) => (a < b ? -1 : 1)));
}

/** Compiled, not loaded: what runs is plain JavaScript, checked before, and decorators keep their metadata. */
export const TSCONFIG_SOURCE = `${JSON.stringify(
  {
    compilerOptions: {
      target: 'es2022',
      module: 'nodenext',
      strict: true,
      noUncheckedIndexedAccess: true,
      experimentalDecorators: true,
      emitDecoratorMetadata: true,
      skipLibCheck: true,
      sourceMap: true,
      types: ['node'],
      rootDir: '.',
      outDir: 'dist',
    },
    include: ['scheduler.config.ts', 'src'],
  },
  null,
  2,
)}\n`;

export const GITIGNORE_SOURCE = `node_modules/
dist/
# The SQLite file of the jobs.
.scheduler/
`;
