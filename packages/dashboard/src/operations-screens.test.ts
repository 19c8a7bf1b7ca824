import type { Browser } from 'playwright-core';
import { launch } from './test-support/browser.js';
import { buildForBrowsers } from './test-support/build.js';
import { startSample } from './test-support/sample-data.js';
import { SCREEN_TESTS } from './test-support/screen-tests.js';
import type { SampleIds } from './test-support/screens.js';
import { serveDashboard, type ServedDashboard } from './test-support/served-dashboard.js';
import { openWatched, shown, type WatchedPage } from './test-support/watched-page.js';

SCREEN_TESTS('the screens for operations', () => {
  let browser: Browser;
  let served: ServedDashboard;
  let ids: SampleIds;
  const opened: WatchedPage[] = [];

  beforeAll(async () => {
    const folder = buildForBrowsers('operations');
    [browser, served] = await Promise.all([launch(), serveDashboard(folder)]);
    ids = await startSample(served);
  });
  afterAll(async () => {
    await browser?.close();
    await served?.close();
  });
  afterEach(async () => {
    for (const watched of opened.splice(0)) await watched.close();
  });

  async function open(path: string, token = 'admin-token'): Promise<WatchedPage> {
    const watched = await openWatched(browser, served.url);
    opened.push(watched);
    await watched.page.goto(`${served.url}${path}#token=${token}`);
    await shown(watched.page);
    return watched;
  }

  it('offer nothing to somebody who may only look', async () => {
    const { page, offences } = await open('', 'viewer-token');
    const offered: string[] = [];
    for (const address of ['queues', 'workflows', `workflows/${ids.waitingRun}`, 'limits', 'alerts']) {
      await page.goto(served.url + address);
      await shown(page);
      offered.push(...(await page.locator('main button.button').allTextContents()));
    }
    expect(offered.filter((text) => !/^(Copy|Data)$/.test(text))).toEqual([]);
    expect(await page.getByRole('link', { name: 'Audit' }).count()).toBe(0);
    expect(offences).toEqual([]);
  });

  it('show a hour of the forecast that the keyboard chooses, and keep it in the address', async () => {
    const { page } = await open('forecast');
    const grid = page.getByRole('grid', { name: 'Runs by day and hour' });
    await grid.locator('button[tabindex="0"]').focus();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('Enter');
    await page.waitForURL(/[?&]hour=/);
    await page.locator('.one-hour').waitFor();
    expect(await grid.locator('[aria-selected="true"]').count()).toBe(1);
    await page.reload();
    await page.locator('.one-hour').waitFor();
  });

  it('simulate a year with an outage while one types, with the error at its field', async () => {
    const { page, offences } = await open(`simulator?zone=Europe/Berlin&year=2027`);
    const field = page.getByLabel('Cron expression');
    await field.fill('30 25 * * *');
    await page.getByText(/hour field, part "25": is out of range/).waitFor();
    expect(await field.getAttribute('aria-invalid')).toBe('true');
    await field.fill('30 2 * * *');
    await page.getByText('Runs at 02:30 every day, Europe/Berlin.').waitFor();
    await page
      .getByText(/02:30 does not exist on 2027-03-28/)
      .first()
      .waitFor();
    await page.waitForURL(/cron=30/);
    await page.getByRole('button', { name: 'Add an outage' }).click();
    await page.waitForURL(/outages=2027-03-28/);
    await page.getByRole('row', { name: /2027-03-28.*made up for/ }).waitFor();
    await page.getByLabel('Made up for afterwards').selectOption('skip');
    await page.getByRole('row', { name: /2027-03-28.*missed/ }).waitFor();
    await page.reload();
    await page.getByRole('row', { name: /2027-03-28.*missed/ }).waitFor();
    expect(offences).toEqual([]);
  });

  it('pause, limit and resume a queue, and ask before', async () => {
    const { page, offences } = await open('queues');
    const row = page.getByRole('row', { name: /^imports/ });
    await row.getByRole('button', { name: 'Pause' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Pause the queue' }).click();
    await row.getByText('paused').waitFor();
    await row.getByRole('button', { name: 'Limits…' }).click();
    const limit = page.getByLabel('At once over all nodes');
    await limit.fill('many');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('is not a whole number').waitFor();
    await limit.fill('7');
    await page.getByRole('button', { name: 'Save' }).click();
    await row.getByText('7 over all').waitFor();
    await row.getByRole('button', { name: 'Resume' }).click();
    await row.getByRole('button', { name: 'Pause' }).waitFor();
    const [settings] = await served.node.queues.stats('imports');
    expect(settings).toMatchObject({ paused: false, globalLimit: 7 });
    await page
      .getByText(/28 % · 340 of 1,200/)
      .first()
      .waitFor();
    expect(offences).toEqual([]);
  });

  it('approve a step of a run by the keyboard, and show how the run goes on', async () => {
    const { page, offences } = await open(`workflows/${ids.waitingRun}`);
    const node = page.getByRole('button', { name: 'pack waiting' });
    await node.focus();
    await page.keyboard.press('Enter');
    await page.waitForURL(/step=pack/);
    await page.getByText('It waits for approve-large-order.').waitFor();
    await page.getByRole('button', { name: /^approve-large-order waits for approval/ }).focus();
    await page.keyboard.press('Space');
    await page.getByRole('button', { name: 'Approve', exact: true }).click();
    await page.getByRole('button', { name: 'pack succeeded' }).waitFor();
    await page.getByRole('button', { name: /^delivered waits for a signal/ }).waitFor();
    await page.getByRole('button', { name: 'Send a signal…' }).click();
    await page.getByRole('button', { name: 'Send', exact: true }).click();
    await page.locator('h1').getByText('completed').waitFor();
    expect(offences).toEqual([]);
  });

  it('close a circuit, and write down who did it', async () => {
    const { page, offences } = await open('limits');
    const row = page.getByRole('row', { name: /^mail-server.*open/ });
    await row.getByRole('button', { name: 'Reset' }).click();
    await page.getByRole('button', { name: 'Reset the circuit' }).click();
    await page.getByRole('row', { name: /^mail-server.*closed/ }).waitFor();
    await page.goto(`${served.url}audit?object_kind=circuit`);
    await page.getByRole('row', { name: /ada.*circuits: reset.*mail-server/ }).waitFor();
    expect(offences).toEqual([]);
  });

  it('fill a rate limit again, and write down who did it', async () => {
    await served.node.rateLimits.acquire('custom', 'mail-server', { tokens: 60 });
    const { page, offences } = await open('limits');
    const row = page.getByRole('row', { name: /^mail-server named by the application/ });
    await row.getByText('40 of 100').waitFor();
    await row.getByRole('button', { name: 'Reset' }).click();
    await page.getByRole('button', { name: 'Reset the limit' }).click();
    await row.getByText('100 of 100').waitFor();
    await page.goto(`${served.url}audit?object_kind=rate_limit`);
    await page.getByRole('row', { name: /ada.*rate.?limits: reset.*custom:mail-server/i }).waitFor();
    expect(offences).toEqual([]);
  });

  it('show events as they happen', async () => {
    const { page, offences } = await open('events');
    await page.locator('h1').getByText('live').waitFor();
    await page.getByRole('listitem').filter({ hasText: 'circuit.opened' }).getByText('mail-server').waitFor();
    await served.node.scheduler.triggerEvent('order:paid', { amount: 12 });
    await page.getByText('order:paid').waitFor();
    await page.getByRole('button', { name: 'Data of order:paid' }).click();
    await page.getByText('"amount": 12').waitFor();
    expect(offences).toEqual([]);
  });
});
