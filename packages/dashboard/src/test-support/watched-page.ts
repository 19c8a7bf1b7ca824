import { readFileSync } from 'node:fs';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';

export interface WatchedPage {
  readonly page: Page;
  /** What must not happen: violations of the policy, errors, requests to other hosts, dialogs of scripts. */
  readonly offences: readonly string[];
  close(): Promise<void>;
}

/** How each screen is looked at. */
export const LOOKS = {
  light: { colorScheme: 'light', viewport: { width: 1_280, height: 800 } },
  dark: { colorScheme: 'dark', viewport: { width: 1_280, height: 800 } },
  'light and 360 px wide': { colorScheme: 'light', viewport: { width: 360, height: 740 } },
  'dark and 360 px wide': { colorScheme: 'dark', viewport: { width: 360, height: 740 } },
} as const satisfies Readonly<Record<string, BrowserContextOptions>>;

const AXE = readFileSync(require.resolve('axe-core/axe.min.js'), 'utf8');

/** A page whose every misdeed is written down. */
export async function openWatched(
  browser: Browser,
  url: string,
  options: BrowserContextOptions = {},
): Promise<WatchedPage> {
  const context = await browser.newContext({
    locale: 'en-GB',
    timezoneId: 'Europe/Berlin',
    reducedMotion: 'reduce',
    ...options,
  });
  const page = await context.newPage();
  const offences: string[] = [];
  const { host } = new URL(url);
  page.on('console', (message) => {
    // A refused request is written to the console too; tests of these look at the page.
    if (message.type() === 'error' && !/status of 4\d\d/.test(message.text())) offences.push(message.text());
  });
  page.on('pageerror', (error) => offences.push(String(error)));
  page.on('dialog', (dialog) => {
    offences.push(`a script opened a dialog: ${dialog.message()}`);
    void dialog.dismiss();
  });
  page.on('request', (request) => {
    if (new URL(request.url()).host !== host) offences.push(`a request to ${request.url()}`);
  });
  await page.addInitScript(() => {
    document.addEventListener('securitypolicyviolation', (event) =>
      console.error(`policy: ${event.violatedDirective} ${event.blockedURI}`),
    );
  });
  return { page, offences, close: () => context.close() };
}

/** Waits until what a screen reads is there, and a text of it. */
export async function shown(page: Page, text?: string): Promise<void> {
  await page.locator('main h1').waitFor();
  // Texts stand in hidden options too.
  if (text !== undefined) await page.getByText(text).filter({ visible: true }).first().waitFor();
  await page.waitForFunction(() => document.querySelector('.loading, .stale') === null);
}

/** What axe-core calls serious or critical, as texts. */
export async function seriousProblems(page: Page): Promise<readonly string[]> {
  await page.evaluate(AXE);
  return page.evaluate(async () => {
    interface Found {
      readonly id: string;
      readonly impact: string;
      readonly nodes: readonly { readonly html: string; readonly failureSummary: string }[];
    }
    const { axe } = window as unknown as {
      axe: { run: (options: object) => Promise<{ violations: Found[] }> };
    };
    const { violations } = await axe.run({ resultTypes: ['violations'] });
    return violations
      .filter(({ impact }) => impact === 'serious' || impact === 'critical')
      .flatMap(({ id, nodes }) =>
        nodes.map(({ html, failureSummary }) => `${id}: ${html} ${failureSummary}`),
      );
  });
}

/** By how many pixels the page is wider than its window. */
export const overflowOf = (page: Page): Promise<number> =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
