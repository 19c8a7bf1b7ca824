import { execFileSync } from 'node:child_process';
import { dirname, join } from 'node:path';

const project = join(__dirname, '../..');

/** Builds the files for browsers into a folder of its own, so that tests never depend on what was built before. */
export function buildForBrowsers(name: string): string {
  const folder = join(project, 'tmp', name);
  const vite = join(dirname(require.resolve('vite/package.json')), 'bin/vite.js');
  execFileSync(process.execPath, [vite, 'build', '--outDir', folder, '--logLevel', 'error'], {
    cwd: project,
    // As a release is built: the environment of tests would bring in parts for development.
    env: { ...process.env, NODE_ENV: 'production' },
  });
  return folder;
}
