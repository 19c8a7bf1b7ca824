import { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { cacheFolder } from '@scheduler/services/cache-folder';
import { run } from './command.mjs';

/**
 * The versions of Node.js that the packages promise to run on: the oldest that `engines` allows, and the lines after it with long-term
 * support. `hasSqlite` says whether it has `node:sqlite`.
 */
export const NODE_VERSIONS = [
  { version: '20.19.0', hasSqlite: false },
  { version: '22.23.3', hasSqlite: true },
  { version: '24.21.0', hasSqlite: true },
];

/** The folder with the programs of a version, such as `node`; downloaded once from the npm registry, where the package `node` gets it from. */
export async function binariesOf(version) {
  const folder = join(cacheFolder(), `node-${version}`);
  if (!existsSync(folder)) await download(version, folder);
  return join(folder, 'bin');
}

async function download(version, folder) {
  mkdirSync(dirname(folder), { recursive: true });
  const work = mkdtempSync(join(dirname(folder), 'work-'));
  try {
    const name = `node-${process.platform === 'win32' ? 'win' : process.platform}-${process.arch}`;
    writeFileSync(join(work, 'package.json'), '{ "private": true }\n');
    await run('npm', ['install', ...OPTIONS, `${name}@${version}`], work);
    if (!existsSync(folder)) renameSync(join(work, 'node_modules', name), folder);
  } finally {
    rmSync(work, { force: true, recursive: true });
  }
}

const OPTIONS = ['--no-audit', '--no-fund', '--ignore-scripts', '--no-save', '--no-engine-strict'];
