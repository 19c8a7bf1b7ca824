import { existsSync } from 'node:fs';
import { type Browser, chromium } from 'playwright-core';

const PROGRAMS = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
];

/** `npm test` finds or installs one (`tools/services/chromium.mjs`) and names it here. */
export const CHROMIUM = [process.env['SCHEDULER_TEST_CHROMIUM'] ?? '', ...PROGRAMS].find((program) =>
  existsSync(program),
);
export function launch(): Promise<Browser> {
  if (CHROMIUM === undefined) throw new Error('Chromium is not installed: apt-get install chromium');
  // Root may not use the sandbox; the pages are our own.
  return chromium.launch({
    executablePath: CHROMIUM,
    args: ['--no-sandbox', '--disable-dev-shm-usage', '--disable-gpu'],
  });
}
