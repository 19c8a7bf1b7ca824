import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const STRICT = {
  target: 'es2022',
  strict: true,
  // What the packages declare must compile under settings that the workspace itself does not use.
  skipLibCheck: false,
  exactOptionalPropertyTypes: true,
  noUncheckedIndexedAccess: true,
  noImplicitOverride: true,
  noPropertyAccessFromIndexSignature: true,
  experimentalDecorators: true,
  emitDecoratorMetadata: true,
  types: ['node'],
  rootDir: 'src',
  outDir: 'out',
};

const NODE_NEXT = { module: 'nodenext' };

/** The kinds of TypeScript projects that strangers have. */
export const KINDS = [
  { kind: 'commonjs', type: 'commonjs', options: NODE_NEXT, load: 'require' },
  { kind: 'module', type: 'module', options: NODE_NEXT, load: 'await import' },
  {
    kind: 'bundler',
    type: 'module',
    options: { module: 'esnext', moduleResolution: 'bundler' },
    load: 'await import',
  },
];

/** Makes a project of this kind in a folder of the installation, from which it resolves the packages. */
export function createProject(parent, { kind, type, options, load }) {
  const folder = join(parent, kind);
  mkdirSync(join(folder, 'src'), { recursive: true });
  writeJson(folder, 'package.json', { name: `stranger-${kind}`, private: true, type });
  writeJson(folder, 'tsconfig.json', { compilerOptions: { ...STRICT, ...options }, include: ['src'] });
  // One process for all entries: a process for each takes longer than everything that they are asked.
  writeFileSync(
    join(folder, 'probe.js'),
    `const names = {};
for (const entry of process.argv.slice(2)) names[entry] = Object.keys(${load}(entry));
console.log(JSON.stringify(names));
`,
  );
  return folder;
}

export const writeJson = (folder, file, value) =>
  writeFileSync(join(folder, file), `${JSON.stringify(value, null, 2)}\n`);
