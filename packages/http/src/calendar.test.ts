import { principal, Scene } from './test-support/scene.js';
import { CALENDAR_SECRET, createWorld, NAMES_AS_CALENDAR } from './test-support/world.js';

const acme = principal('admin', 'acme');

async function scene() {
  const created = new Scene({
    access: { calendarSecret: CALENDAR_SECRET },
    node: { calendarExporter: NAMES_AS_CALENDAR },
  });
  for (const [tenant, name, tags] of [
    ['acme', 'acme-backup', ['nightly']],
    ['acme', 'acme-report', []],
    ['globex', 'globex-backup', ['nightly']],
  ] as const) {
    await created.send('POST', '/jobs/cron', {
      as: principal('admin', tenant),
      body: { name, schedule: '0 9 * * *', handler_name: 'greet', tags },
    });
  }
  return created;
}

async function linkOf(on: Scene, body: object, as = acme): Promise<string> {
  const { status, json } = await on.send<{ url: string }>('POST', '/calendar/links', { as, body });
  expect(status).toBe(201);
  return json.url.replace('http://localhost', '');
}

describe('a calendar as a feed (F253)', () => {
  it('has the active jobs of the tenant, by tags or one of them', async () => {
    const on = await scene();
    const all = await on.send('GET', '/calendar.ics', { as: acme });
    expect(all.headers.get('content-type')).toBe('text/calendar; charset=utf-8');
    expect(all.text.split('\r\n')).toEqual(['BEGIN:VCALENDAR', 'SUMMARY:acme-backup', 'SUMMARY:acme-report']);
    const nightly = await on.send('GET', '/calendar.ics?tag=nightly', { as: acme });
    expect(nightly.text.split('\r\n')).toEqual(['BEGIN:VCALENDAR', 'SUMMARY:acme-backup']);
    expect((await on.send('GET', '/calendar.ics?job=globex-backup', { as: acme })).status).toBe(404);
  });

  it('can be read by its signed address alone, without a credential', async () => {
    const on = await scene();
    const url = await linkOf(on, { tags: ['nightly'] });
    const { status, text } = await on.send('GET', url, { as: null });
    expect([status, text.split('\r\n')]).toEqual([200, ['BEGIN:VCALENDAR', 'SUMMARY:acme-backup']]);
  });

  it('is refused where the address was changed in any way', async () => {
    const on = await scene();
    const url = await linkOf(on, { tags: ['nightly'], expires_at: '2030-02-01T00:00:00Z' });
    const changed = [
      url.replace('platform_id=acme', 'platform_id=globex'),
      url.replace('&platform_id=acme', ''),
      url.replace('tag=nightly&', ''),
      url.replace('2030-02', '2031-02'),
      url.replace(/&expires=[^&]*/, ''),
      `${url}&job=acme-report`,
      `${url}&tag=other`,
      url.replace(/signature=.*/, 'signature='),
      url.replace(/signature=.*/, 'signature=none'),
    ];
    for (const address of changed) {
      expect(address).not.toBe(url);
      expect({ address, status: (await on.send('GET', address, { as: null })).status }).toEqual({
        address,
        status: 401,
      });
    }
  });

  it('lets its address read nothing else, and ends with it', async () => {
    const on = await scene();
    const url = await linkOf(on, { expires_at: '2030-02-01T00:00:00Z' });
    const query = url.slice(url.indexOf('?'));
    expect((await on.send('GET', `/jobs${query}`, { as: null })).status).toBe(401);
    expect((await on.send('GET', url, { as: null })).status).toBe(200);
    await on.clock.advanceTo('2030-02-01T00:00:01Z');
    expect((await on.send('GET', url, { as: null })).status).toBe(401);
    const other = new Scene({ access: { calendarSecret: `${CALENDAR_SECRET}!` } });
    expect((await other.send('GET', await linkOf(on, {}), { as: null })).status).toBe(401);
  });

  it('needs permissions of its own, and a secret for addresses', async () => {
    const { scene: on } = await createWorld();
    const nobody = { ...acme, permissions: [] };
    expect((await on.send('GET', '/calendar.ics', { as: nobody })).status).toBe(403);
    const viewer = principal('viewer', 'acme');
    expect((await on.send('POST', '/calendar/links', { as: viewer, body: {} })).status).toBe(403);
    const without = new Scene();
    expect((await without.send('POST', '/calendar/links', { body: {} })).status).toBe(501);
    expect((await without.send('GET', '/calendar.ics')).status).toBe(501);
    expect(() => new Scene({ access: { calendarSecret: 'short' } })).toThrow(/calendarSecret/);
  });
});
