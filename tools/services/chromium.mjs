import { findBinary, programFolders } from './find-binary.mjs';
import { runProgram } from './processes.mjs';

const NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];
const HOW = 'Install it: `apt-get install chromium` on Debian, or name one in SCHEDULER_TEST_CHROMIUM.';

/**
 * Finds Chromium, or installs Debian's where that needs no question: as root, with apt. Unlike the servers it is installed into the
 * system, because a browser needs its fonts and its many libraries where they are meant to be.
 *
 * @returns `{ program }`, or `{ missing: { why, how } }`
 */
export async function obtainChromium(log) {
  const own = process.env.SCHEDULER_TEST_CHROMIUM;
  if (process.env.SCHEDULER_TEST_WITHOUT?.split(',').includes('chromium'))
    return { missing: { why: 'SCHEDULER_TEST_WITHOUT names it.', how: HOW } };
  const found = own || find();
  if (found) return { program: found };
  const isRoot = process.getuid?.() === 0;
  if (!isRoot || findBinary(['apt-get'], programFolders('/')) === undefined)
    return {
      missing: { why: 'it is not on this machine, and only root with apt could install it.', how: HOW },
    };
  log('Chromium: installing with apt (once) …');
  try {
    await install();
  } catch (error) {
    return { missing: { why: `apt cannot install it: ${error.message}`, how: HOW } };
  }
  const installed = find();
  return installed ? { program: installed } : { missing: { why: 'apt has not installed it.', how: HOW } };
}

const find = () => findBinary(NAMES, programFolders('/'));

async function install() {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  const packages = ['chromium', 'fonts-dejavu-core'];
  const command = ['apt-get', 'install', '-y', '-q', '--no-install-recommends', ...packages];
  try {
    await runProgram(command, { env });
  } catch {
    // The package lists are missing or too old.
    await runProgram(['apt-get', 'update', '-q'], { env });
    await runProgram(command, { env });
  }
}
