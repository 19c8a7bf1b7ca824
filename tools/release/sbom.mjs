import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { run } from '@scheduler/pack-test/command';
import { pack, publishablePackages } from '@scheduler/pack-test/packages';

const INSTALL = ['install', '--no-audit', '--no-fund', '--prefer-offline', '--ignore-scripts'];

/**
 * Writes what a release consists of, as CycloneDX: all packages as they are packed, and everything that they install. Resolves to the number
 * of components. It is read from a fresh installation, because the workspace also has what only its tests need.
 */
export async function writeSbom(file) {
  const folder = mkdtempSync(join(tmpdir(), 'scheduler-sbom-'));
  try {
    const packages = publishablePackages();
    const tarballs = await pack(packages, folder);
    const { version } = packages[0];
    const dependencies = Object.fromEntries(
      [...tarballs].map(([name, { file: tarball }]) => [name, `file:${tarball}`]),
    );
    const manifest = { name: '@scheduler/release', version, license: 'MIT', private: true, dependencies };
    writeFileSync(join(folder, 'package.json'), JSON.stringify(manifest));
    await run('npm', INSTALL, folder);
    const options = ['sbom', '--sbom-format=cyclonedx', '--sbom-type=application'];
    const document = published(JSON.parse(await run('npm', options, folder)));
    writeFileSync(file, `${JSON.stringify(document, null, 2)}\n`);
    return document.components.length;
  } finally {
    rmSync(folder, { force: true, recursive: true });
  }
}

/** Without where this machine got its copies from, which says nothing about the release. */
function published(document) {
  const components = document.components.map(({ externalReferences = [], ...component }) => ({
    ...component,
    externalReferences: externalReferences.filter(({ type }) => type !== 'distribution'),
    properties: (component.properties ?? []).filter(({ name }) => name !== 'cdx:npm:package:path'),
  }));
  const component = { ...document.metadata.component, name: '@scheduler/release' };
  return { ...document, metadata: { ...document.metadata, component }, components };
}
