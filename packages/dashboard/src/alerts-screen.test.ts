import type { Browser } from 'playwright-core';
import { launch } from './test-support/browser.js';
import { buildForBrowsers } from './test-support/build.js';
import { SCREEN_TESTS } from './test-support/screen-tests.js';
import { serveDashboard, type ServedDashboard } from './test-support/served-dashboard.js';
import { openWatched, shown, type WatchedPage } from './test-support/watched-page.js';

const RULE = {
  name: 'greetings-wait',
  condition: { metric: 'scheduler.queue.size', operator: 'gte', value: 2, duration: 0 },
  queue: 'greetings',
  severity: 'critical',
} as const;

SCREEN_TESTS('alerts in the dashboard', () => {
  let browser: Browser;
  let folder: string;
  let served: ServedDashboard;
  let watched: WatchedPage;

  beforeAll(async () => {
    folder = buildForBrowsers('alerts-screen');
    browser = await launch();
  });
  afterAll(() => browser?.close());
  beforeEach(async () => {
    served = await serveDashboard(folder);
    watched = await openWatched(browser, served.url);
  });
  afterEach(async () => {
    await watched.close();
    await served.close();
  });

  async function open(path: string, token = 'admin-token'): Promise<WatchedPage['page']> {
    const { page } = watched;
    await page.goto(`${served.url}${path}#token=${token}`);
    await shown(page);
    return page;
  }

  async function fire(): Promise<void> {
    await served.node.alerts.createRule(RULE);
    for (let index = 0; index < 2; index += 1)
      await served.node.scheduler.enqueue({ type: 'greet', queue: 'greetings' });
    await served.node.alerts.evaluate();
  }

  async function calmDown(): Promise<void> {
    await served.node.alerts.changeRule(RULE.name, { enabled: false });
    await served.node.alerts.evaluate();
  }

  it('stand in a band on the overview while they fire, and lead to their rule', async () => {
    const page = await open('');
    const band = page.getByRole('region', { name: 'Alerts that fire' });
    expect(await band.count()).toBe(0);
    await fire();
    await band.getByRole('heading', { name: '1 alert fires' }).waitFor();
    await band.getByText('critical').waitFor();
    await band.getByText("waiting executions of the queue 'greetings': 2, at least 2").waitFor();
    await band.getByRole('link', { name: RULE.name }).click();
    await page.waitForURL(/alerts\?status=firing&rule=greetings-wait$/);
    await page
      .getByRole('table', { name: 'Alerts' })
      .getByRole('row', { name: /greetings-wait.*critical.*firing/ })
      .waitFor();
    await calmDown();
    await page.getByText('No alert matches these filters.').waitFor();
    await page.goto(served.url);
    await shown(page, 'Nothing has failed.');
    expect(await band.count()).toBe(0);
    expect(watched.offences).toEqual([]);
  });

  it('are found by status and rule, which stand in the address', async () => {
    const page = await open('alerts');
    await page.getByText('Nothing fires, and nothing has fired.').waitFor();
    await page.getByText('Nothing is silenced.').waitFor();
    await fire();
    await calmDown();
    const row = page.getByRole('row', { name: /greetings-wait.*resolved/ });
    await row.waitFor();
    await page.getByRole('button', { name: 'firing', exact: true }).click();
    await page.waitForURL(/status=firing$/);
    await page.getByText('No alert matches these filters.').waitFor();
    await page.getByRole('button', { name: 'resolved', exact: true }).click();
    await page.waitForURL(/status=firing,resolved$/);
    await row.waitFor();
    await page.getByRole('combobox', { name: 'Rule' }).fill('scheduler-queue-growth');
    await page.waitForURL(/rule=scheduler-queue-growth/);
    await page.getByText('No alert matches these filters.').waitFor();
    await page.reload();
    await page.getByText('No alert matches these filters.').waitFor();
    await page.getByRole('link', { name: 'Clear filters' }).click();
    await row.waitFor();
    expect(watched.offences).toEqual([]);
  });

  it('are silenced with a reason until an instant, and unsilenced', async () => {
    await fire();
    const page = await open('alerts');
    const alerts = page.getByRole('table', { name: 'Alerts' });
    await alerts.getByRole('button', { name: `Silence ${RULE.name}…` }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('button', { name: 'Silence' }).click();
    await dialog.getByText('is empty; say why').waitFor();
    await dialog.getByLabel('Why').fill('the import of March');
    await dialog.getByLabel('For').selectOption('until');
    await dialog.getByRole('button', { name: 'Silence' }).click();
    await dialog.getByText('is not a date with a time').waitFor();
    await dialog.getByLabel('Until').fill('2020-01-01T00:00');
    await dialog.getByRole('button', { name: 'Silence' }).click();
    await dialog.getByText('is over').waitFor();
    await dialog.getByLabel('Until').fill('2099-03-01T12:00');
    await page.keyboard.press('Enter');
    const silence = page.getByRole('row', { name: /greetings-wait.*the import of March.*ada/ });
    await silence.waitFor();
    expect(await served.node.alerts.silences()).toMatchObject([
      // At noon in the time zone of the browser, which is that of Berlin.
      { rule: RULE.name, subject: null, createdBy: 'ada', until: new Date('2099-03-01T11:00:00Z') },
    ]);
    await silence.getByRole('button', { name: 'Unsilence' }).click();
    await page.getByRole('button', { name: 'End the silence' }).click();
    await page.getByText('Nothing is silenced.').waitFor();
    expect(await served.node.alerts.silences()).toEqual([]);
    expect(watched.offences).toEqual([]);
  });

  it('have rules in words, which are disabled after a question and enabled again', async () => {
    const page = await open('alerts');
    const row = page.getByRole('row', { name: /^scheduler-high-failure-rate/ });
    await row.getByText('executions that fail: more than 10 % over 5 min').waitFor();
    await row.getByRole('button', { name: 'Disable' }).click();
    await page.getByRole('button', { name: 'Disable the rule' }).click();
    await row.getByText('disabled').waitFor();
    expect(await served.node.alerts.rule('scheduler-high-failure-rate')).toMatchObject({ enabled: false });
    await row.getByRole('button', { name: 'Enable' }).click();
    await row.getByText('enabled').waitFor();
    expect(watched.offences).toEqual([]);
  });

  it('are shown to somebody who may only look, who is offered no change', async () => {
    await fire();
    const page = await open('alerts', 'viewer-token');
    await page.getByRole('row', { name: /greetings-wait.*firing/ }).waitFor();
    expect(await page.locator('main button.button').count()).toBe(0);
  });

  it('leave the overview alone where the store keeps none, and the screen says so', async () => {
    const without = await serveDashboard(folder, { keepsAlerts: false });
    const { page, close } = await openWatched(browser, without.url);
    await page.goto(`${without.url}#token=admin-token`);
    const refused = page.waitForResponse(/\/alerts\?/);
    await page.reload();
    expect((await refused).status()).toBe(501);
    await shown(page, 'Nothing has failed.');
    expect(await page.locator('.problem').count()).toBe(0);
    await page.goto(`${without.url}alerts`);
    await page.getByText('FEATURE_NOT_SUPPORTED').first().waitFor();
    await close();
    await without.close();
  });
});
