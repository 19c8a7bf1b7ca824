import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { run } from './command.mjs';
import { root } from './packages.mjs';

/** One installation, and in it a CommonJS and an ESM project that resolve from it. */
export async function createConsumer(folder, packages, tarballs) {
  const dependencies = {
    '@types/node': workspaceVersion('@types/node'),
    ...peersOf(packages),
    ...Object.fromEntries([...tarballs].map(([name, { file }]) => [name, `file:${file}`])),
  };
  writeJson(folder, 'package.json', { name: 'consumer', private: true, dependencies });
  await run('npm', ['install', '--no-audit', '--no-fund', '--prefer-offline', '--ignore-scripts'], folder);
  return {
    folder,
    commonjs: createProject(join(folder, 'commonjs'), {
      type: 'commonjs',
      probe: 'console.log(JSON.stringify(Object.keys(require(process.argv[2]))));',
    }),
    module: createProject(join(folder, 'module'), {
      type: 'module',
      probe: 'console.log(JSON.stringify(Object.keys(await import(process.argv[2]))));',
    }),
  };
}

function createProject(folder, { type, probe }) {
  mkdirSync(folder);
  writeJson(folder, 'package.json', { name: `consumer-${type}`, private: true, type });
  writeFileSync(join(folder, 'probe.js'), probe);
  writeJson(folder, 'tsconfig.json', {
    compilerOptions: {
      target: 'es2022',
      module: 'nodenext',
      strict: true,
      noEmit: true,
      skipLibCheck: false,
      types: ['node'],
    },
    files: ['types.ts'],
  });
  return folder;
}

// Peers at the version the workspace develops against; npm alone would take the newest that the range allows.
function peersOf(packages) {
  return Object.fromEntries(
    packages.flatMap(({ peerDependencies = {}, peerDependenciesMeta = {} }) =>
      Object.keys(peerDependencies)
        .filter((name) => !peerDependenciesMeta[name]?.optional)
        .map((name) => [name, workspaceVersion(name)]),
    ),
  );
}

const workspaceVersion = (name) =>
  JSON.parse(readFileSync(join(root, 'node_modules', name, 'package.json'), 'utf8')).version;

const writeJson = (folder, file, value) =>
  writeFileSync(join(folder, file), `${JSON.stringify(value, null, 2)}\n`);
