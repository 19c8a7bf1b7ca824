import { existsSync, readFileSync } from 'node:fs';
import type { Browser, Page } from 'playwright-core';

export interface Look {
  readonly width: number;
  readonly scheme: 'light' | 'dark';
}

/** How each screen is looked at. */
export const LOOKS: Readonly<Record<string, Look>> = {
  light: { width: 1_280, scheme: 'light' },
  dark: { width: 1_280, scheme: 'dark' },
  narrow: { width: 360, scheme: 'light' },
};

/** A page that notices what must not happen: errors, refused contents, requests to others, scripts that were data. */
export interface WatchedPage {
  readonly page: Page;
  /** What has happened of it so far. */
  problems(): Promise<readonly string[]>;
  close(): Promise<void>;
}

const PROGRAMS = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];

/** Whether there is a browser to look with. */
export const hasChromium = (): boolean =>
  [process.env['SCHEDULER_TEST_CHROMIUM'] ?? '', ...PROGRAMS].some((program) => existsSync(program));

const LONGEST_WAIT_MS = 15_000;

/** The name of a variable that the scripts of the tests set if they are ever run. */
export const RAN = '__a_stored_text_was_run';

const AXE = readFileSync(require.resolve('axe-core/axe.min.js'), 'utf8');

export async function openPage(
  browser: Browser,
  {
    url,
    token,
    look = LOOKS['light'] as Look,
  }: { readonly url: string; readonly token: string; readonly look?: Look },
): Promise<WatchedPage> {
  const context = await browser.newContext({
    viewport: { width: look.width, height: 900 },
    colorScheme: look.scheme,
    locale: 'en-GB',
    timezoneId: 'Europe/Berlin',
    reducedMotion: 'reduce',
  });
  context.setDefaultTimeout(LONGEST_WAIT_MS);
  const page = await context.newPage();
  const problems: string[] = [];
  page.on('pageerror', (error) => problems.push(`error: ${error.message}`));
  page.on('console', (message) => {
    if (message.type() === 'error') problems.push(`console: ${message.text()}`);
  });
  page.on('dialog', (dialog) => {
    problems.push(`dialog: ${dialog.message()}`);
    void dialog.dismiss();
  });
  const { origin } = new URL(url);
  page.on('request', (request) => {
    if (new URL(request.url()).origin !== origin) problems.push(`request: ${request.url()}`);
  });
  await page.addInitScript((given) => sessionStorage.setItem('scheduler.token', given), token);
  return {
    page,
    problems: async () => {
      const ran = await page.evaluate((name) => name in window, RAN);
      return ran ? [...problems, 'a stored text was run'] : [...problems];
    },
    close: () => context.close(),
  };
}

/** Waits until what a screen reads is there. */
export async function shown(page: Page): Promise<void> {
  await page.waitForSelector('main h1');
  await page.waitForFunction(() => document.querySelector('.loading, .stale') === null);
}

interface Violation {
  readonly id: string;
  readonly impact: string | null;
  readonly nodes: readonly { readonly target: readonly string[]; readonly failureSummary?: string }[];
}

/** What somebody who cannot see, or has no mouse, would stumble over, and what is wider than the window. */
export async function stumblingBlocks(page: Page): Promise<readonly string[]> {
  // By the protocol of the browser and not by a script element, which the policy of the page refuses.
  await page.evaluate(AXE);
  const violations = (await page.evaluate(
    `axe.run(document, { runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa'] }).then(({ violations }) => violations)`,
  )) as readonly Violation[];
  const tooWide = await page.evaluate(() => document.documentElement.scrollWidth > window.innerWidth);
  return [
    ...violations.map(
      ({ id, nodes }) =>
        `${id}: ${nodes.map(({ target, failureSummary = '' }) => `${target.join(' ')} ${failureSummary}`).join('; ')}`,
    ),
    ...(tooWide ? ['the page is wider than the window'] : []),
  ];
}
