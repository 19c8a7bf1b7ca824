import type { Browser } from 'playwright-core';
import { launch } from './test-support/browser.js';
import { buildForBrowsers } from './test-support/build.js';
import { proxyBelow } from './test-support/proxy.js';
import { call, startSample } from './test-support/sample-data.js';
import { SCREEN_TESTS } from './test-support/screen-tests.js';
import type { SampleIds } from './test-support/screens.js';
import { serveDashboard, type ServedDashboard } from './test-support/served-dashboard.js';
import { openWatched, shown, type WatchedPage } from './test-support/watched-page.js';

/** The dashboard in a real Chromium, against a real node behind a real API. */
SCREEN_TESTS('the dashboard in Chromium', () => {
  let browser: Browser;
  let folder: string;
  let served: ServedDashboard;
  let ids: SampleIds;
  const opened: WatchedPage[] = [];

  beforeAll(async () => {
    folder = buildForBrowsers('browser-test');
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

  /** Opens a screen as somebody who is signed in. */
  async function open(
    path: string,
    { token = 'admin-token', at = served, ...options }: OpenOptions = {},
  ): Promise<WatchedPage> {
    const watched = await openWatched(browser, at.url, options);
    opened.push(watched);
    await watched.page.goto(`${at.url}${path}#token=${token}`);
    return watched;
  }

  it('asks for a token, refuses a wrong one, and forgets it with the tab', async () => {
    const { page, offences } = await open('executions?status=failed', { token: 'wrong' });
    expect(page.url()).toBe(`${served.url}executions?status=failed`);
    await page.getByLabel('Token or API key').fill('no-token');
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByText('This token lets nobody in').waitFor();
    await page.getByLabel('Token or API key').fill('admin-token');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Executions' }).waitFor();
    expect(await page.evaluate(() => [localStorage.length, sessionStorage.length, document.cookie])).toEqual([
      0,
      1,
      '',
    ]);
    expect(offences).toEqual([]);
  });

  it('shows the times of log lines where the browser is', async () => {
    const { page } = await open(`executions/${ids.failed}`);
    const time = page.getByText(/^\d\d:\d\d:\d\d\.\d{3}$/).first();
    const at = new Date((await time.getAttribute('datetime')) ?? '');
    const inBerlin = at.toLocaleTimeString('en-GB', { timeZone: 'Europe/Berlin' });
    expect((await time.innerText()).slice(0, 8)).toBe(inBerlin);
  });

  it('offers a viewer nothing that would be refused', async () => {
    const { page } = await open(`executions/${ids.failed}`, { token: 'viewer-token' });
    await page.getByText('is not an e-mail address').first().waitFor();
    expect(await page.getByRole('button', { name: /retry/i }).count()).toBe(0);
    expect(await page.getByText('Payload').count()).toBe(0);
    expect(await page.getByRole('link', { name: 'Keys and health' }).count()).toBe(1);
  });

  it('shows the environment, and changes nothing where it is read-only', async () => {
    const readOnly = await serveDashboard(folder, { readOnly: true });
    try {
      const { page } = await open('settings', { at: readOnly });
      await page.getByText('read-only', { exact: true }).waitFor();
      await page.getByText('staging').waitFor();
      expect(await page.getByRole('button', { name: 'Create a key' }).count()).toBe(0);
    } finally {
      await readOnly.close();
    }
  });

  it('works behind a proxy with a path of its own, deep links included', async () => {
    const proxy = await proxyBelow('/tools/jobs', served.url);
    try {
      const url = `${proxy.url}/api/v1/scheduler/dashboard/`;
      const { page, offences } = await open(`executions/${ids.failed}`, { at: { ...served, url } });
      await page.getByText('is not an e-mail address').first().waitFor();
      await page.getByRole('link', { name: 'Jobs', exact: true }).click();
      await page.getByRole('link', { name: 'nightly-invoices' }).waitFor();
      expect(page.url()).toBe(`${url}jobs`);
      await page.goBack();
      await page.getByText('is not an e-mail address').first().waitFor();
      expect(offences).toEqual([]);
    } finally {
      await proxy.close();
    }
  });

  it('keeps filters in the address, and the back button undoes them', async () => {
    const { page } = await open('executions');
    await page.getByRole('link', { name: 'send_invoice' }).first().waitFor();
    await page.getByRole('group', { name: 'Status' }).getByRole('button', { name: 'failed' }).click();
    await page.waitForURL(/status=failed/);
    await page
      .getByRole('row', { name: /success/ })
      .first()
      .waitFor({ state: 'detached' });
    await page.goBack();
    await page
      .getByRole('row', { name: /success/ })
      .first()
      .waitFor();
    expect(page.url()).not.toContain('status=');
  });

  it('finds executions by a value in their payload, and keeps it in the address', async () => {
    const { page } = await open('executions');
    await page.getByLabel('Payload').fill('customer=Eve');
    await page.waitForURL(/payload=customer(=|%3D)Eve/);
    await page.getByText('1 execution on this page').waitFor();
    await page.reload();
    await page.getByText('1 execution on this page').waitFor();
    expect(await page.getByLabel('Payload').inputValue()).toBe('customer=Eve');
  });

  it('asks for lists without what applications store', async () => {
    const { page } = await open('');
    const lists: string[] = [];
    page.on('request', (request) => lists.push(request.url()));
    for (const path of ['', 'executions', 'jobs', 'queues']) {
      await page.goto(served.url + path);
      await shown(page);
    }
    const whole = lists.filter(
      (url) => /scheduler\/(jobs|executions)\?/.test(url) && !url.includes('data=none'),
    );
    expect(whole).toEqual([]);
    expect(lists.filter((url) => url.includes('data=none')).length).toBeGreaterThan(3);
  });

  it('shows the beginning of a payload that is long, loads all of it on demand, and mends all of it', async () => {
    const body = {
      handler_name: 'send_invoice',
      queue: 'mails',
      payload: { customer: 'Max', to: 'max at example.com', note: 'ü'.repeat(100_000), end: 'the very end' },
    };
    const { id } = (await call(served, { path: 'executions', body })) as { readonly id: string };
    const { page } = await open(`executions/${id}`);
    const sizes: number[] = [];
    page.on('response', async (response) => {
      if (response.url().includes(`/executions/${id}?`)) sizes.push((await response.body()).length);
    });
    await page.getByText(/^[\d.]+ kB of [\d.]+ kB shown$/).waitFor();
    await page.reload();
    await page.getByText(/^[\d.]+ kB of [\d.]+ kB shown$/).waitFor();
    expect(await page.getByText('the very end').count()).toBe(0);
    expect(Math.max(...sizes)).toBeLessThan(20_000);
    await page.getByRole('button', { name: 'Load all' }).click();
    await page.getByText('the very end').waitFor();
    await page.getByRole('button', { name: 'Mend and retry' }).click();
    const text = await page.getByRole('dialog').getByLabel('Payload').inputValue();
    expect(JSON.parse(text)).toEqual(body.payload);
  });

  it('shows new work by itself, with one request of a kind at a time', async () => {
    const { page } = await open('executions?queue=reports');
    await page.getByRole('link', { name: 'greet' }).first().waitFor();
    await page.getByLabel('Live updates: Live').waitFor();
    let [inFlight, most] = [0, 0];
    const isList = (url: string) => /\/executions\?/.test(url);
    page.on('request', (request) => isList(request.url()) && (most = Math.max(most, (inFlight += 1))));
    page.on('requestfinished', (request) => isList(request.url()) && (inFlight -= 1));
    page.on('requestfailed', (request) => isList(request.url()) && (inFlight -= 1));
    for (let index = 0; index < 5; index += 1)
      await call(served, {
        path: 'executions',
        body: { handler_name: 'break', queue: 'reports', max_retries: 0 },
      });
    await page.getByRole('link', { name: 'break' }).nth(4).waitFor();
    expect(most).toBe(1);
  });

  it('acts on all matching rows, and asks before', async () => {
    for (let index = 0; index < 3; index += 1)
      await call(served, {
        path: 'executions',
        body: { handler_name: 'greet', queue: 'default', delay_ms: 3_600_000, tags: ['bulk'] },
      });
    const { page } = await open('executions?status=pending&handler_name=greet');
    await page.getByRole('button', { name: 'Cancel all matching' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText(/\d executions match/).waitFor();
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Cancel all matching' }).click();
    await dialog.getByRole('button', { name: /^Cancel \d+ executions$/ }).click();
    await dialog.getByText('completed').waitFor();
    await dialog.getByRole('button', { name: 'Close' }).click();
    await page.getByText('No execution matches these filters.').waitFor();
  });

  it('previews a trigger while one writes it, with what daylight saving does and the error at its field', async () => {
    const { page } = await open(`jobs/${ids.job}`);
    await page.getByRole('button', { name: 'Edit' }).click();
    const dialog = page.getByRole('dialog');
    const expression = dialog.getByLabel('Cron expressions');
    await expression.fill('61 * * * *');
    await dialog.getByRole('alert').waitFor();
    expect(await dialog.getByRole('button', { name: 'Save' }).isDisabled()).toBe(true);
    await expression.fill('30 2 28 3 *');
    await dialog.getByText('2027-03-28').first().waitFor();
    await dialog.getByText(/02:30 does not exist on 2027-03-28/).waitFor();
    await expression.fill('15 6 * * *');
    await dialog.getByText('at 06:15 every day').waitFor();
    await dialog.getByRole('button', { name: 'Save' }).click();
    await page.getByText('at 06:15 every day, Europe/Berlin').waitFor();
  });

  it('a newcomer runs a job, finds what failed, reads why, mends it and sees it succeed', async () => {
    const body = {
      handler_name: 'send_invoice',
      queue: 'mails',
      payload: { customer: 'Zoe', to: 'zoe at example.com' },
    };
    await call(served, { path: 'executions', body });
    const { page, offences } = await open('');
    await page.getByRole('heading', { name: 'Overview' }).waitFor();
    await page.getByRole('link', { name: 'Jobs', exact: true }).click();
    await page.getByRole('link', { name: 'cache-warm-up' }).click();
    await page.getByRole('button', { name: 'Run now' }).click();
    await page.waitForURL(/executions\//);
    await page.locator('h1 .status', { hasText: 'success' }).waitFor();
    await page.getByRole('link', { name: 'Overview', exact: true }).click();
    await page.getByRole('link', { name: /^Failed/ }).click();
    await page.getByText('"zoe at example.com" is not an e-mail address').first().waitFor();
    await page
      .getByRole('row', { name: /zoe at example/ })
      .getByRole('link')
      .click();
    await page.getByRole('heading', { name: 'TypeError' }).waitFor();
    await page.getByText('the address has no @').waitFor();
    await page.getByRole('button', { name: 'Mend and retry' }).click();
    await page
      .getByRole('dialog')
      .getByLabel('Payload')
      .fill('{ "customer": "Zoe", "to": "zoe@example.com" }');
    await page.getByRole('button', { name: 'Run with this payload' }).click();
    await page.locator('h1 .status', { hasText: 'success' }).waitFor();
    await page.getByText('"sent": "zoe@example.com"').waitFor();
    expect(offences).toEqual([]);
  });
});

interface OpenOptions {
  readonly token?: string;
  readonly at?: Pick<ServedDashboard, 'url'>;
  readonly colorScheme?: 'light' | 'dark';
  readonly viewport?: { readonly width: number; readonly height: number };
}
