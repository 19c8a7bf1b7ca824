import { gunzipSync } from 'node:zlib';
import { createSchedulerNode, SystemClock } from '@scheduler/core';
import { createHandler } from '@scheduler/http';
import { createMemoryStore } from '@scheduler/memory';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { buildForBrowsers } from '../test-support/build.js';
import { dashboardFiles, type DashboardFiles, readFiles } from './dashboard-files.js';

let folder: string;
let files: DashboardFiles;
beforeAll(() => {
  folder = buildForBrowsers('files-test');
  files = readFiles(folder);
});

const KILOBYTE = 1_000;

interface Chunk {
  readonly file: string;
  readonly isEntry?: boolean;
  readonly imports?: readonly string[];
  readonly css?: readonly string[];
}

/** The files that a browser needs before it shows the first screen. */
function firstLoad(): readonly string[] {
  const manifest = JSON.parse(readFileSync(join(folder, 'manifest.json'), 'utf8')) as Record<string, Chunk>;
  const found = new Set<string>();
  const visit = (chunk: Chunk) => {
    for (const name of [chunk.file, ...(chunk.css ?? [])]) found.add(name);
    for (const name of chunk.imports ?? []) visit(manifest[name]!);
  };
  const overview = Object.entries(manifest).find(([name]) => name.includes('screens/overview/'));
  for (const chunk of Object.values(manifest).filter(({ isEntry }) => isEntry)) visit(chunk);
  if (overview !== undefined) visit(overview[1]);
  return [...found];
}

const sizeOf = (names: Iterable<string>) =>
  [...names].reduce(
    (sum, name) => sum + files.files.get(name)!.gzip.length,
    Buffer.byteLength(files.page('./')),
  );

it('the first load has at most 60 kB, and everything at most 160 kB', () => {
  expect(firstLoad().length).toBeGreaterThan(2);
  expect(sizeOf(firstLoad())).toBeLessThan(60 * KILOBYTE);
  expect(sizeOf(files.files.keys())).toBeLessThan(160 * KILOBYTE);
});

it('the page loads nothing from elsewhere, has nothing inline, and begins where it is told', () => {
  const page = files.page('../../');
  expect(page).toContain('<base href="../../" />');
  expect(page).not.toMatch(/(?:src|href)="(?!\.)/);
  expect(page).not.toMatch(/<script(?![^>]*\ssrc=)|<style|\son\w+=|style=/);
});

const BASE = '/api/v1/scheduler';

async function served(path: string, init: RequestInit = {}, remoteAddress = '127.0.0.1') {
  const node = createSchedulerNode({ store: createMemoryStore({ clock: new SystemClock() }), handlers: [] });
  const handler = createHandler({ node, dashboard: files });
  return handler(new Request(`http://localhost${path}`, init), { remoteAddress });
}

it('is served below the API, with one page for each of its addresses', async () => {
  const start = await served(`${BASE}/dashboard/`);
  expect([start.status, start.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
  expect(start.headers.get('content-security-policy')).toBe(
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; base-uri 'self'; form-action 'none'; frame-ancestors 'none'",
  );
  const deep = await served(`${BASE}/dashboard/executions/abc.def`);
  expect(await deep.text()).toContain('<base href="../" />');
  const bare = await served(`${BASE}/dashboard`);
  expect([bare.status, bare.headers.get('location')]).toEqual([308, './dashboard/']);
});

it('its files are compressed and kept for a year, and others do not exist', async () => {
  const name = [...files.files.keys()].find((each) => each.endsWith('.js'))!;
  const file = await served(`${BASE}/dashboard/${name}`, { headers: { 'accept-encoding': 'gzip, br' } });
  expect(file.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
  expect(gunzipSync(new Uint8Array(await file.arrayBuffer()))).toEqual(files.files.get(name)!.body);
  const plain = await served(`${BASE}/dashboard/${name}`);
  expect([plain.headers.get('content-encoding'), await plain.text()]).toEqual([
    null,
    Buffer.from(files.files.get(name)!.body).toString(),
  ]);
  expect((await served(`${BASE}/dashboard/assets/../../../etc/passwd`)).status).toBe(401);
  expect((await served(`${BASE}/dashboard/assets/missing.js`)).status).toBe(404);
  expect((await served(`${BASE}/dashboard/`, { method: 'POST' })).status).toBe(405);
});

it('without configured access it is for this machine alone (F252)', async () => {
  expect((await served(`${BASE}/dashboard/`, {}, '10.0.0.7')).status).toBe(403);
  const proxied = { headers: { 'x-forwarded-for': '10.0.0.7' } };
  expect((await served(`${BASE}/dashboard/`, proxied)).status).toBe(403);
});

it('frames need an origin that is written as one', () => {
  expect(readFiles(folder, ['https://admin.example.com']).frameAncestors).toHaveLength(1);
  for (const wrong of ['*', 'https://a b', "https://a; script-src 'unsafe-inline'", 7])
    expect(() => dashboardFiles({ frameAncestors: [wrong as string] })).toThrow(
      /frameAncestors: .* is not an origin/,
    );
});
