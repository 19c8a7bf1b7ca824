import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { run } from './command.mjs';
import { createProject, KINDS, writeJson } from './kinds.mjs';
import { root } from './packages.mjs';

/** What examples of READMEs use besides our packages and their peers, as their install lines say. */
const EXAMPLES_NEED = ['@opentelemetry/context-async-hooks', '@opentelemetry/sdk-trace-base'];
const INSTALL = ['install', '--no-audit', '--no-fund', '--prefer-offline', '--ignore-scripts'];

/** One installation of all packages, and in it a project of each kind that resolves from it. */
export async function createConsumer(folder, packages, tarballs) {
  const dependencies = {
    '@photostructure/sqlite': workspaceVersion('@photostructure/sqlite'),
    '@types/node': workspaceVersion('@types/node'),
    pg: workspaceVersion('pg'),
    ...peersOf(packages),
    ...Object.fromEntries(EXAMPLES_NEED.map((name) => [name, workspaceVersion(name)])),
    ...Object.fromEntries([...tarballs].map(([name, { file }]) => [name, `file:${file}`])),
  };
  writeJson(folder, 'package.json', { name: 'consumer', private: true, dependencies });
  await run('npm', INSTALL, folder);
  return { folder, projects: projectsIn(folder) };
}

/**
 * A folder in the installation with another version of a peer, and with its own copy of the package that uses the peer, because
 * a package resolves its peers from where it is itself. All else is resolved from the folders above.
 */
export async function createConsumerWith({ peer, range, user, tarball }, { folder }) {
  const nested = join(folder, `${peer}-${range.replace(/\D/g, '')}`);
  const copy = join(nested, 'node_modules', user);
  mkdirSync(nested);
  writeJson(nested, 'package.json', { name: 'nested', private: true, dependencies: { [peer]: range } });
  await run('npm', INSTALL, nested);
  mkdirSync(copy, { recursive: true });
  await run('tar', ['-xzf', tarball, '--strip-components=1', '-C', copy], nested);
  return { folder: nested, projects: projectsIn(nested) };
}

const projectsIn = (folder) =>
  Object.fromEntries(KINDS.map((kind) => [kind.kind, createProject(folder, kind)]));

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
