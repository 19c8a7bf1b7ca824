import { JobResult, defineHandler } from '@scheduler/contracts';
import type { Browser } from 'playwright-core';
import { launch } from './test-support/browser.js';
import { buildForBrowsers } from './test-support/build.js';
import { createOperations } from './test-support/operations.js';
import { call, rememberEvents } from './test-support/sample-data.js';
import { SCREEN_TESTS } from './test-support/screen-tests.js';
import { LISTED_SCREENS } from './test-support/screens.js';
import { serveDashboard, type ServedDashboard } from './test-support/served-dashboard.js';
import { openWatched, shown } from './test-support/watched-page.js';

/** Texts that became scripts in dashboards of other schedulers. Each would set `window.ran`, or open a dialog. */
const CORPUS = [
  '<script>window.ran=1</script>',
  '<img src=x onerror="window.ran=1">',
  '"><svg onload=window.ran=1>',
  "'-window.ran=1-'",
  'javascript:window.ran=1',
  '{{constructor.constructor("window.ran=1")()}}',
  '</textarea><iframe srcdoc="<script>parent.ran=1</script>">',
  '\u202e<b onclick=alert(1)>',
];
const ALL = CORPUS.join(' ');

/** What the texts would be as markup. */
const MARKUP = 'main img, main [onload], main [onclick], main iframe, main script, main b';

/** A handler that repeats what it is given, in everything that it may store. */
const echo = defineHandler<string>({
  type: 'echo',
  handle: async ({ payload }, { log }) => {
    log.warn(payload, { context: payload });
    return JobResult.failure({ error: Object.assign(new Error(payload), { name: payload }), retry: false });
  },
});

SCREEN_TESTS('stored texts', () => {
  let browser: Browser;
  let served: ServedDashboard;
  beforeAll(async () => {
    const folder = buildForBrowsers('stored-texts');
    [browser, served] = await Promise.all([
      launch(),
      serveDashboard(folder, {
        environment: { name: CORPUS[1]!.slice(0, 40), color: 'red' },
        handlers: [echo],
        name: CORPUS[1],
      }),
    ]);
  });
  afterAll(async () => {
    await browser?.close();
    await served?.close();
  });

  it('of each kind become text on each screen, and run nothing', async () => {
    const job = await call(served, {
      path: 'jobs',
      body: {
        name: CORPUS[0],
        description: ALL,
        handler_name: 'echo',
        payload: ALL,
        tags: CORPUS.slice(0, 3),
        target_id: CORPUS[2],
        metadata: { [CORPUS[1]!]: ALL },
        trigger: { kind: 'event', name: CORPUS[1] },
      },
    });
    const failed = await call(served, { path: `jobs/${job.id}/run` });
    await call(served, { path: `jobs/${job.id}/pause`, body: { reason: ALL } });
    await call(served, { path: 'keys', body: { name: CORPUS[1], permissions: ['jobs:read'] } });
    await served.node.drain();
    await served.node.start();
    await rememberEvents(served);
    const runs = await createOperations({ ...served, text: CORPUS[1]! });
    const { page, offences, close } = await openWatched(browser, served.url);
    await page.goto(`${served.url}#token=admin-token`);
    const filters = `?job=${encodeURIComponent(CORPUS[1]!)}&queue=${encodeURIComponent(CORPUS[2]!)}&name=${encodeURIComponent(ALL)}&cron=${encodeURIComponent(ALL)}&zone=${encodeURIComponent(CORPUS[1]!)}&principal=${encodeURIComponent(CORPUS[1]!)}`;
    const paths = LISTED_SCREENS.map(({ path }) => path({ job: job.id, failed: failed.id, ...runs }));
    const filtered = paths.map((path) => path + (path.includes('?') ? filters.replace('?', '&') : filters));
    for (const path of [...paths, ...filtered, encodeURIComponent(CORPUS[1]!)]) {
      await page.goto(served.url + path);
      await shown(page);
      expect(await page.evaluate(() => 'ran' in window)).toBe(false);
      expect([path, await page.locator(MARKUP).count()]).toEqual([path, 0]);
    }
    await page.goto(`${served.url}executions/${failed.id}`);
    await page.getByText(CORPUS[1]!).first().waitFor();
    // A filter that the API refuses is a refused request, which the browser writes down.
    expect(offences.filter((offence) => !offence.includes('status of 4'))).toEqual([]);
    await close();
  });
});
