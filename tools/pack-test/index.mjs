import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { checksOf } from './checks.mjs';
import { createConsumer } from './consumer.mjs';
import { pack, publishablePackages } from './packages.mjs';

/** Packs every publishable package and uses it outside the workspace, as a stranger would. */
export async function packTest() {
  const folder = mkdtempSync(join(tmpdir(), 'scheduler-pack-'));
  const removeFolder = () => rmSync(folder, { force: true, recursive: true });
  process.once('exit', removeFolder);
  try {
    const packages = publishablePackages();
    console.log(`packing ${packages.length} packages …`);
    const tarballs = await pack(packages, folder);
    console.log('installing them in a fresh project …');
    const consumer = await createConsumer(folder, packages, tarballs);
    return await runChecks(checksOf({ packages, tarballs, consumer }));
  } finally {
    removeFolder();
    process.off('exit', removeFolder);
  }
}

async function runChecks(checks) {
  const result = { passed: 0, failed: 0 };
  for (const { name, check } of checks) {
    try {
      await check();
      result.passed += 1;
    } catch (error) {
      result.failed += 1;
      console.log(`✘ ${name}\n${error.message}`);
    }
  }
  console.log(`${result.passed} checks passed, ${result.failed} failed`);
  return result;
}
