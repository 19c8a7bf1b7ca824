import { createRequire } from 'node:module';
import { obtainChromium } from '@scheduler/services';

const LONGEST_MS = 120_000;
// The browser is driven by what the tests of the dashboard drive it with.
const { chromium } = createRequire(new URL('../../../packages/dashboard/package.json', import.meta.url))(
  'playwright-core',
);

/** A browser that is signed in, or an error that says how to install one. */
export async function openBrowser(progress) {
  const { program, missing } = await obtainChromium(progress);
  if (missing !== undefined) throw new Error(`Chromium: ${missing.why} ${missing.how}`);
  const args = ['--no-sandbox', '--disable-dev-shm-usage', '--disable-gpu'];
  return chromium.launch({ executablePath: program, args });
}

/** Milliseconds from the request for a screen until all that it reads at first is shown, in a tab that has nothing in its cache. */
export async function timeToUsable(browser, url) {
  const context = await browser.newContext();
  try {
    const page = await context.newPage();
    page.setDefaultTimeout(LONGEST_MS);
    await page.goto(url, { waitUntil: 'commit' });
    const shown = await page.waitForFunction(() =>
      document.querySelector('main h1') !== null && document.querySelector('.loading, .stale, .boot') === null
        ? performance.now()
        : false,
    );
    const problem = await page.locator('main .problem').count();
    if (problem > 0) throw new Error(`${url}: ${await page.locator('main .problem').first().innerText()}`);
    return await shown.jsonValue();
  } finally {
    await context.close();
  }
}

/** A page that lives faster than the clock on the wall: `live` lets its timers see a multiple of the time. */
export async function openFastPage(browser, url) {
  const context = await browser.newContext();
  const page = await context.newPage();
  page.setDefaultTimeout(LONGEST_MS);
  await page.clock.install();
  await page.goto(url);
  const session = await context.newCDPSession(page);
  return {
    async live(pageMs) {
      await page.clock.runFor(pageMs);
    },
    /** Bytes in use after the garbage has been collected. */
    async heap() {
      await session.send('HeapProfiler.collectGarbage');
      return (await session.send('Runtime.getHeapUsage')).usedSize;
    },
    close: () => context.close(),
  };
}
