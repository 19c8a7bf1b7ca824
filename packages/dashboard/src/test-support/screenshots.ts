import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { defineHandler, JobResult } from '@scheduler/contracts';
import type { Browser } from 'playwright-core';
import { launch } from './browser.js';
import { buildForBrowsers } from './build.js';
import { DayClock } from './day-clock.js';
import { createOperations } from './operations.js';
import { call, createSampleData, idsOf, rememberEvents } from './sample-data.js';
import { LISTED_SCREENS, type ListedScreen, type SampleIds } from './screens.js';
import { serveDashboard, type ServedDashboard } from './served-dashboard.js';
import { shown } from './watched-page.js';

/**
 * `npm run screenshots`: the pictures of docs/dashboard.md, of a day that has been simulated. `npm run screenshots -- alerts overview` makes
 * those of these screens only.
 */

const IMAGES = join(__dirname, '../../../../docs/images/dashboard');
/** Empty: all. */
const NAMES = process.argv.slice(2);
const QUARTER_MS = 15 * 60_000;
const QUARTERS = 96;

async function main(): Promise<void> {
  const clock = new DayClock(new Date(Date.now() - QUARTERS * QUARTER_MS));
  const served = await serveDashboard(buildForBrowsers('screenshots'), {
    clock,
    handlers: handlersOn(clock),
  });
  const browser = await launch();
  try {
    await createSampleData(served);
    await liveThroughADay(served, clock);
    const found = await idsOf(served);
    clock.runByItself();
    await served.node.start();
    await rememberEvents(served);
    const ids = { ...found, ...(await createOperations(served)) };
    mkdirSync(IMAGES, { recursive: true });
    for (const colorScheme of ['light', 'dark'] as const) await picture(browser, served, ids, colorScheme);
  } finally {
    await browser.close();
    await served.close();
  }
}

/** Handlers that take their time, on a clock that moves only when they say so. */
function handlersOn(clock: DayClock) {
  let calls = 0;
  const work = async (usualMs: number) => {
    calls += 1;
    await clock.spend(Math.round(usualMs * (0.6 + ((calls * 7) % 11) / 12)));
  };
  return [
    defineHandler<{ readonly customer?: string; readonly to?: string }>({
      type: 'send_invoice',
      handle: async ({ payload }, { log }) => {
        log.info('rendering the invoice', { customer: payload.customer ?? null });
        await work(900);
        if (payload.to?.includes('@') === true) return JobResult.success({ sent: payload.to });
        log.error('the address has no @', { to: payload.to ?? null });
        const error = new TypeError(`"${payload.to ?? ''}" is not an e-mail address`);
        return JobResult.failure({ error, retry: false });
      },
    }),
    defineHandler({ type: 'greet', handle: async () => work(340) }),
    defineHandler({
      type: 'break',
      handle: async ({ payload }) => {
        await work(1_500);
        throw new Error(typeof payload === 'string' ? payload : 'the mail server said 451: try again later');
      },
    }),
  ];
}

async function liveThroughADay(served: ServedDashboard, clock: DayClock): Promise<void> {
  const begin = clock.now().getTime();
  for (let quarter = 1; quarter < QUARTERS; quarter += 1) {
    const at = begin + quarter * QUARTER_MS;
    if (at > clock.now().getTime()) await clock.advanceTo(new Date(at));
    await served.node.tick();
    const orders = 1 + ((quarter * 5) % 7);
    for (let index = 0; index < orders; index += 1)
      await call(served, {
        path: 'executions',
        body: {
          handler_name: 'send_invoice',
          queue: 'mails',
          payload: { customer: `c-${quarter}`, to: `c-${quarter}@example.com` },
        },
      });
    if (quarter % 9 === 0)
      await call(served, {
        path: 'executions',
        body: { handler_name: 'break', max_retries: 0, queue: 'reports' },
      });
    await served.node.drain();
  }
  if (clock.now().getTime() < Date.now()) await clock.advanceTo(new Date());
}

async function picture(
  browser: Browser,
  served: ServedDashboard,
  ids: SampleIds,
  colorScheme: 'light' | 'dark',
): Promise<void> {
  const context = await browser.newContext({
    colorScheme,
    viewport: { width: 1280, height: 800 },
    locale: 'en-GB',
    timezoneId: 'Europe/Berlin',
  });
  const page = await context.newPage();
  for (const { name, path, picture, shows } of pictured()) {
    await page.goto(`${served.url}${picture ?? path(ids)}#token=admin-token`);
    await page.reload();
    await shown(page, shows);
    // The charts come after the data.
    await page.waitForTimeout(500);
    await page.screenshot({ path: join(IMAGES, `${name}-${colorScheme}.png`) });
  }
  await context.close();
}

function pictured(): readonly ListedScreen[] {
  const unknown = NAMES.filter((name) => !LISTED_SCREENS.some((screen) => screen.name === name));
  if (unknown.length > 0) throw new Error(`there is no screen ${unknown.join(', ')}`);
  return LISTED_SCREENS.filter(({ name }) => NAMES.length === 0 || NAMES.includes(name));
}

main().catch((error: unknown) => {
  console.error(error);
  process.exitCode = 1;
});
