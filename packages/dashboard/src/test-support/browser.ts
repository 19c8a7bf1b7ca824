import { existsSync } from 'node:fs';
import { type Browser, chromium } from 'playwright-core';

const PROGRAMS = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];

/** Where Chromium is. Undefined: this machine has none, and `tools/services/chromium.mjs` could not install it. */
export const chromiumProgram = (): string | undefined =>
  [process.env['SCHEDULER_TEST_CHROMIUM'] ?? '', ...PROGRAMS].find((program) => existsSync(program));

export function launch(): Promise<Browser> {
  const executablePath = chromiumProgram();
  if (executablePath === undefined) throw new Error('Chromium is not installed: apt-get install chromium');
  // Root may not use the sandbox; the pages are our own.
  return chromium.launch({
    executablePath,
    args: ['--no-sandbox', '--disable-dev-shm-usage', '--disable-gpu'],
  });
}
