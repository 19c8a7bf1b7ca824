import type { Browser } from 'playwright-core';
import { launch } from './test-support/browser.js';
import { buildForBrowsers } from './test-support/build.js';
import { type Operations, serveOperations } from './test-support/operations.js';
import { hasChromium, LOOKS, openPage, RAN, shown, stumblingBlocks } from './test-support/inspected-page.js';

/** Without Chromium these tests are left out where people work, and fail where everything has to be tested. */
const inChromium = !hasChromium() && process.env['CI'] === undefined ? describe.skip : describe;

const SCRIPT = `<img src=x onerror="window.${RAN}=1"><script>window.${RAN}=1</script>'"\`\${1}{{1}}`;

const ADDRESSES: Readonly<Record<string, (operations: Operations) => string>> = {
  forecast: () => 'forecast',
  simulator: () =>
    'simulator?cron=30+2+*+*+*&zone=Europe/Berlin&year=2027&outages=2027-03-28T00:00~2027-03-30T12:00&date=2027-03-30',
  queues: () => 'queues',
  workflows: () => 'workflows',
  'a run that waits': ({ waitingRun }) => `workflows/${waitingRun}`,
  'a run that was undone': ({ undoneRun }) => `workflows/${undoneRun}?step=pay-back`,
  events: () => 'events',
  audit: () => 'audit',
  limits: () => 'limits',
};

inChromium('the screens for operations', () => {
  let browser: Browser;
  let folder: string;
  let operations: Operations;

  beforeAll(async () => {
    folder = buildForBrowsers('operations');
    [browser, operations] = await Promise.all([launch(), serveOperations(folder)]);
    await operations.call('PUT', 'queues/default/scale', { concurrency: 3 });
  }, 60_000);

  afterAll(async () => {
    await browser.close();
    await operations.close();
  });

  const open = (token = 'admin-token', look = LOOKS['light']) =>
    openPage(browser, { url: operations.url, token, ...(look === undefined ? {} : { look }) });

  it.each(Object.keys(LOOKS))(
    'are readable for everybody, and ask nobody else for anything (%s)',
    async (name) => {
      const { page, problems, close } = await open('admin-token', LOOKS[name]);
      for (const [screen, addressOf] of Object.entries(ADDRESSES)) {
        await page.goto(operations.url + addressOf(operations));
        await shown(page);
        expect([screen, await stumblingBlocks(page)]).toEqual([screen, []]);
      }
      expect(await problems()).toEqual([]);
      await close();
    },
    120_000,
  );

  it('run nothing that is stored, whatever it is', async () => {
    const hostile = await serveOperations(folder, { text: SCRIPT });
    const { page, problems, close } = await openPage(browser, { url: hostile.url, token: 'admin-token' });
    for (const addressOf of Object.values(ADDRESSES)) {
      await page.goto(hostile.url + addressOf(hostile));
      await shown(page);
    }
    await page.goto(`${hostile.url}audit?principal=${encodeURIComponent(SCRIPT)}`);
    await shown(page);
    await page.goto(
      `${hostile.url}simulator?cron=${encodeURIComponent(SCRIPT)}&zone=${encodeURIComponent(SCRIPT)}`,
    );
    await shown(page);
    expect(await problems()).toEqual([]);
    await close();
    await hostile.close();
  }, 60_000);

  it('offer nothing to somebody who may only look', async () => {
    const { page, problems, close } = await open('viewer-token');
    const offered: string[] = [];
    for (const address of ['queues', 'workflows', `workflows/${operations.waitingRun}`, 'limits']) {
      await page.goto(operations.url + address);
      await shown(page);
      offered.push(...(await page.locator('main button.button').allTextContents()));
    }
    expect(offered.filter((text) => !/^(Copy|Data)$/.test(text))).toEqual([]);
    expect(await page.getByRole('link', { name: 'Audit' }).count()).toBe(0);
    expect(await problems()).toEqual([]);
    await close();
  }, 30_000);

  it('show a hour of the forecast that the keyboard chooses, and keep it in the address', async () => {
    const { page, close } = await open();
    await page.goto(`${operations.url}forecast`);
    await shown(page);
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
    await close();
  }, 30_000);

  it('simulate a year with an outage while one types, with the error at its field', async () => {
    const { page, problems, close } = await open();
    await page.goto(`${operations.url}simulator?zone=Europe/Berlin&year=2027`);
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
    expect(await problems()).toEqual([]);
    await close();
  }, 30_000);

  it('pause, limit and resume a queue, and ask before', async () => {
    const { page, problems, close } = await open();
    await page.goto(`${operations.url}queues`);
    const row = page.getByRole('row', { name: /^reports/ });
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
    const [settings] = await operations.node.queues.stats('reports');
    expect(settings).toMatchObject({ paused: false, globalLimit: 7 });
    await page
      .getByText(/28 % · 340 of 1,200/)
      .first()
      .waitFor();
    expect(await problems()).toEqual([]);
    await close();
  }, 30_000);

  it('approve a step of a run by the keyboard, and show how the run goes on', async () => {
    const { page, problems, close } = await open();
    await page.goto(`${operations.url}workflows/${operations.waitingRun}`);
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
    expect(await problems()).toEqual([]);
    await close();
  }, 30_000);

  it('close a circuit, and write down who did it', async () => {
    const { page, problems, close } = await open();
    await page.goto(`${operations.url}limits`);
    const row = page.getByRole('row', { name: /^mail-server.*open/ });
    await row.getByRole('button', { name: 'Reset' }).click();
    await page.getByRole('button', { name: 'Reset the circuit' }).click();
    await page.getByRole('row', { name: /^mail-server.*closed/ }).waitFor();
    await page.goto(`${operations.url}audit?object_kind=circuit`);
    await page.getByRole('row', { name: /ada.*circuits: reset.*mail-server/ }).waitFor();
    expect(await problems()).toEqual([]);
    await close();
  }, 30_000);

  it('show events as they happen', async () => {
    const { page, problems, close } = await open();
    await page.goto(`${operations.url}events`);
    await page.locator('h1').getByText('live').waitFor();
    await operations.node.scheduler.triggerEvent('order:paid', { amount: 12 });
    await page.getByText('order:paid').waitFor();
    await page.getByRole('button', { name: 'Data of order:paid' }).click();
    await page.getByText('"amount": 12').waitFor();
    expect(await problems()).toEqual([]);
    await close();
  }, 30_000);
});
