import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const GROUPS = ['packages', 'apps', 'tools'];
const KINDS = ['dependencies', 'devDependencies', 'peerDependencies', 'optionalDependencies'];

/** The manifests of the workspace and all its members: [{ file, manifest }]. */
export function readManifests(root) {
  const members = GROUPS.filter((group) => existsSync(join(root, group))).flatMap((group) =>
    readdirSync(join(root, group)).map((name) => join(root, group, name, 'package.json')),
  );
  return [join(root, 'package.json'), ...members.filter((file) => existsSync(file))].map((file) => ({
    file,
    manifest: JSON.parse(readFileSync(file, 'utf8')),
  }));
}

/** The same manifest at another version, together with what it needs from the workspace. */
export function atVersion(manifest, { version, names }) {
  const moved = { ...manifest, version };
  for (const kind of KINDS.filter((each) => manifest[each]))
    moved[kind] = Object.fromEntries(
      Object.entries(manifest[kind]).map(([name, range]) => [name, names.has(name) ? version : range]),
    );
  return moved;
}

/** What is not at the one version that all share, as sentences. */
export function outOfStep(manifests) {
  const { version } = manifests[0].manifest;
  const names = namesOf(manifests);
  return manifests.flatMap(({ manifest }) => [
    ...(manifest.version === version
      ? []
      : [`${manifest.name} has version ${manifest.version}, the workspace ${version}`]),
    ...KINDS.flatMap((kind) => Object.entries(manifest[kind] ?? {}))
      .filter(([name, range]) => names.has(name) && range !== version)
      .map(([name, range]) => `${manifest.name} asks for ${name} ${range}, which has version ${version}`),
  ]);
}

/** What others need comes before them, so that nobody can install a package whose dependencies are not there yet. */
export function inDependencyOrder(packages) {
  const byName = new Map(packages.map((manifest) => [manifest.name, manifest]));
  const ordered = new Set();
  const add = (manifest) => {
    const needed = [manifest.dependencies, manifest.peerDependencies].flatMap((each) =>
      Object.keys(each ?? {}),
    );
    for (const name of needed) if (byName.has(name) && !ordered.has(byName.get(name))) add(byName.get(name));
    ordered.add(manifest);
  };
  packages.forEach(add);
  return [...ordered];
}

export const namesOf = (manifests) => new Set(manifests.map(({ manifest }) => manifest.name));

export const writeManifest = (file, manifest) =>
  writeFileSync(file, `${JSON.stringify(manifest, null, 2)}\n`);
