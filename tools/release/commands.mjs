import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { closeSection, closeUpgrading, notesOf } from './changelog.mjs';
import { atVersion, namesOf, outOfStep, readManifests, writeManifest } from './manifests.mjs';
import { publishAll } from './publish.mjs';
import { writeSbom } from './sbom.mjs';
import { checkNext } from './semantic-version.mjs';

const root = process.env.SCHEDULER_RELEASE_ROOT ?? fileURLToPath(new URL('../..', import.meta.url));
/** The console knows its version without reading its manifest. */
const VERSION_SOURCE = 'packages/console/src/version.ts';
const COMMANDS = { version: setVersion, check, notes, sbom, publish: publishAll };

export async function release([name, ...args]) {
  const command = Object.hasOwn(COMMANDS, name ?? '') ? COMMANDS[name] : undefined;
  if (command === undefined)
    throw new Error(`'${name ?? ''}' is no command: there are ${Object.keys(COMMANDS).join(', ')}.`);
  await command(...args);
}

/** All manifests, the lock file, the changelog and UPGRADING go to the next version together. */
function setVersion(version) {
  const manifests = readManifests(root);
  check();
  checkNext(version, manifests[0].manifest.version);
  const changelog = closeSection(read('CHANGELOG.md'), {
    version,
    date: new Date().toISOString().slice(0, 10),
  });
  writeFileSync(join(root, 'CHANGELOG.md'), changelog);
  if (existsSync(join(root, 'UPGRADING.md')))
    writeFileSync(join(root, 'UPGRADING.md'), closeUpgrading(read('UPGRADING.md'), { version }));
  if (existsSync(join(root, VERSION_SOURCE)))
    writeFileSync(
      join(root, VERSION_SOURCE),
      read(VERSION_SOURCE).replace(/(VERSION = ')[^']+/, `$1${version}`),
    );
  const names = namesOf(manifests);
  for (const { file, manifest } of manifests) writeManifest(file, atVersion(manifest, { version, names }));
  moveLock({ version, names });
  console.log(
    `All ${manifests.length} manifests have version ${version}. Read CHANGELOG.md, then commit and tag v${version}.`,
  );
}

/** The lock file copies the manifests. npm would write the same, but may also take newer versions of others. */
function moveLock(move) {
  const file = join(root, 'package-lock.json');
  const lock = JSON.parse(readFileSync(file, 'utf8'));
  const isOurs = ([path, entry]) => !path.includes('node_modules') && !entry.link;
  const packages = Object.entries(lock.packages).map(([path, entry]) => [
    path,
    isOurs([path, entry]) ? atVersion(entry, move) : entry,
  ]);
  writeManifest(file, { ...lock, version: move.version, packages: Object.fromEntries(packages) });
}

/** Every manifest has the version of the workspace, and asks for exactly it. With a tag, it must be the tag of this version. */
function check(tag) {
  const manifests = readManifests(root);
  const problems = outOfStep(manifests);
  const { version } = manifests[0].manifest;
  if (tag !== undefined && tag !== `v${version}`)
    problems.push(`the tag ${tag} is not that of version ${version}: v${version}`);
  if (tag !== undefined && notesOf(read('CHANGELOG.md'), version) === '')
    problems.push(`CHANGELOG.md has no notes of version ${version}`);
  if (problems.length > 0) throw new Error(`Versions are out of step:\n${problems.join('\n')}`);
}

/** The notes of a version, for the page of the release. */
function notes(version) {
  const text = notesOf(read('CHANGELOG.md'), version);
  if (text === '') throw new Error(`CHANGELOG.md has no notes of version ${version}.`);
  console.log(text);
}

async function sbom(file) {
  if (file === undefined) throw new Error('Name the file to write, such as sbom.cdx.json.');
  const count = await writeSbom(file);
  console.log(`${file} lists ${count} components.`);
}

const read = (file) => readFileSync(join(root, file), 'utf8');
