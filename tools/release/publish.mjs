import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { run } from '@scheduler/pack-test/command';
import { pack, publishablePackages, root } from '@scheduler/pack-test/packages';
import { inDependencyOrder } from './manifests.mjs';

/** Publishes every package with its provenance. What is there already is left alone, so that a broken release can be run again. */
export async function publishAll() {
  const packages = inDependencyOrder(publishablePackages());
  const folder = mkdtempSync(join(tmpdir(), 'scheduler-publish-'));
  try {
    const tarballs = await pack(packages, folder);
    for (const { name, version } of packages) {
      if (await isPublished(name, version)) console.log(`${name}@${version} is there already`);
      else await publish(tarballs.get(name).file, { name, version });
    }
  } finally {
    rmSync(folder, { force: true, recursive: true });
  }
}

async function publish(tarball, { name, version }) {
  // What is not ready must not be what `npm install` takes.
  const tag = version.includes('-') ? 'next' : 'latest';
  await run('npm', ['publish', tarball, '--provenance', '--access', 'public', '--tag', tag], root);
  console.log(`${name}@${version} is published as ${tag}`);
}

async function isPublished(name, version) {
  try {
    return (await run('npm', ['view', `${name}@${version}`, 'version'], root)).trim() === version;
  } catch (error) {
    // Unknown names and versions; everything else, such as a registry that does not answer, must not look like them.
    if (/E404/.test(error.message)) return false;
    throw error;
  }
}
