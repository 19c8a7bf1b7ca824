import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { launch } from './test-support/browser.js';
import { buildForBrowsers } from './test-support/build.js';
import { startSample } from './test-support/sample-data.js';
import { SCREEN_TESTS } from './test-support/screen-tests.js';
import { LISTED_SCREENS, type SampleIds } from './test-support/screens.js';
import { serveDashboard, type ServedDashboard } from './test-support/served-dashboard.js';
import {
  LOOKS,
  openWatched,
  overflowOf,
  seriousProblems,
  shown,
  type WatchedPage,
} from './test-support/watched-page.js';

const SOME: SampleIds = { job: ':id', failed: ':id', waitingRun: ':id', undoneRun: ':id' };

it('every screen of the dashboard is in the list of the tests', () => {
  const source = readFileSync(join(__dirname, 'app/screens.ts'), 'utf8');
  const paths = [...source.matchAll(/^ {4}path: '(.*)',$/gm)].map(([, path]) => path);
  const listed = LISTED_SCREENS.map(({ path }) => path(SOME).split('?')[0]);
  expect(paths.length).toBeGreaterThan(10);
  expect([...new Set(listed)].sort()).toEqual(paths.sort());
});

SCREEN_TESTS('every screen', () => {
  let browser: Browser;
  let served: ServedDashboard;
  let ids: SampleIds;

  beforeAll(async () => {
    const folder = buildForBrowsers('every-screen');
    [browser, served] = await Promise.all([launch(), serveDashboard(folder)]);
    ids = await startSample(served);
  });
  afterAll(async () => {
    await browser?.close();
    await served?.close();
  });

  describe.each(looksOf(process.env['SCHEDULER_TEST_BUDGET']))('in %s', (_look, options) => {
    let watched: WatchedPage;

    beforeAll(async () => {
      watched = await openWatched(browser, served.url, options);
      await watched.page.goto(`${served.url}#token=admin-token`);
    });
    afterAll(() => watched?.close());

    it.each(LISTED_SCREENS)(
      '$name can be read by everybody, and keeps its policy',
      async ({ path, shows }) => {
        const { page, offences } = watched;
        await page.goto(served.url + path(ids));
        await shown(page, shows);
        await shown(page);
        expect(await seriousProblems(page)).toEqual([]);
        expect(await overflowOf(page)).toBeLessThanOrEqual(0);
        expect(offences).toEqual([]);
      },
    );
  });

  describe('by keyboard', () => {
    let watched: WatchedPage;

    beforeAll(async () => {
      watched = await openWatched(browser, served.url);
      await watched.page.goto(`${served.url}#token=admin-token`);
    });
    afterAll(() => watched?.close());

    it.each(LISTED_SCREENS)('$name shows where the focus is', async ({ path, shows }) => {
      const { page } = watched;
      await page.goto(served.url + path(ids));
      await shown(page, shows);
      const seen = new Set<string>();
      for (let step = 0; step < TABS; step += 1) {
        await page.keyboard.press('Tab');
        const focused = await focusOf(page);
        if (focused === null) break;
        seen.add(focused.place);
        expect(focused).toMatchObject({ visible: true });
      }
      // Some beyond the navigation, which is the same everywhere.
      expect(seen.size).toBeGreaterThan(16);
    });
  });
});

const TABS = 26;

/** Both colours and both widths; with the full budget each with each. */
function looksOf(budget: string | undefined) {
  const looks = Object.entries(LOOKS);
  return budget === 'full' ? looks : looks.filter(([name]) => /^(light|dark and 360 px wide)$/.test(name));
}

/** What has the focus, and whether one sees it. Null: nothing of the page. */
function focusOf(page: Page): Promise<{ readonly place: string; readonly visible: boolean } | null> {
  return page.evaluate(() => {
    const element = document.activeElement;
    if (element === null || element === document.body) return null;
    const { outlineStyle, outlineWidth } = getComputedStyle(element);
    // The box of a step in a graph gets a thicker line, which follows its round corners.
    const box = element.querySelector('.step-box');
    const hasThickLine = box !== null && Number.parseFloat(getComputedStyle(box).strokeWidth) >= 2;
    return {
      place: `${element.tagName} ${element.textContent?.slice(0, 80) ?? ''} ${element.id}`,
      visible: hasThickLine || (outlineStyle !== 'none' && outlineWidth !== '0px'),
    };
  });
}
