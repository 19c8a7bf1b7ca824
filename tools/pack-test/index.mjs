import { mkdtempSync, rmSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { checksOf } from './checks.mjs';
import { createConsumer, createConsumerWith } from './consumer.mjs';
import { checksOfNodeVersions } from './node-matrix.mjs';
import { pack, publishablePackages } from './packages.mjs';

/**
 * Packs every publishable package and uses it outside the workspace, as a stranger would. `log` gets what it has to say; `onAllNodes` adds
 * every version of Node.js that the packages promise to run on, which are downloaded once; `postgres` is the address of a server, without
 * which what needs one is not run.
 */
export async function packTest({ log = console.log, onAllNodes = false, postgres } = {}) {
  const folder = mkdtempSync(join(tmpdir(), 'scheduler-pack-'));
  const removeFolder = () => rmSync(folder, { force: true, recursive: true });
  process.once('exit', removeFolder);
  try {
    const packages = publishablePackages();
    log(`packing ${packages.length} packages …`);
    const tarballs = await pack(packages, folder);
    log('installing them in a fresh project …');
    const consumer = await createConsumer(folder, packages, tarballs);
    const withInversify8 = await createConsumerWith(inversify8(tarballs), consumer);
    const checks = checksOf({ packages, tarballs, consumer, withInversify8, postgres, log });
    const onNodes = onAllNodes ? checksOfNodeVersions({ packages, tarballs, consumer }) : [];
    return await runChecks([...checks, ...onNodes], log);
  } finally {
    removeFolder();
    process.off('exit', removeFolder);
  }
}

const inversify8 = (tarballs) => ({
  peer: 'inversify',
  range: '^8',
  user: '@scheduler/inversify',
  tarball: tarballs.get('@scheduler/inversify').file,
});

/** Runs as many at once as there are processors; most of them wait for a process of their own. */
async function runChecks(checks, log) {
  const result = { passed: 0, failed: 0 };
  const waiting = [...checks];
  const work = async () => {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift())
      result[(await succeeds(next, log)) ? 'passed' : 'failed'] += 1;
  };
  await Promise.all(Array.from({ length: Math.min(availableParallelism(), 4) }, work));
  log(`${result.passed} checks passed, ${result.failed} failed`);
  return result;
}

async function succeeds({ name, check }, log) {
  const started = performance.now();
  try {
    await check();
    if (process.env.PACK_TEST_TIMES) log(`✔ ${name} (${Math.round(performance.now() - started)} ms)`);
    return true;
  } catch (error) {
    log(`✘ ${name}\n${error.message}`);
    return false;
  }
}
