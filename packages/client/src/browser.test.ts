import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createContext, runInContext } from 'node:vm';
import { gzipSync } from 'node:zlib';
import { build } from 'esbuild';
import type { SchedulerClient } from './index.js';
import { TOKEN, World } from './test-support/world.js';

/** What a browser has and the client may use. Nothing of Node.js is among it. */
const WEB = [
  'AbortController',
  'AbortSignal',
  'DOMException',
  'Headers',
  'ReadableStream',
  'Request',
  'Response',
  'TextDecoder',
  'URL',
  'clearTimeout',
  'crypto',
  'setTimeout',
] as const;
/** A third of it are the table of operations and the stream of events. */
const MOST_BYTES = 7_936;

/** The client as a bundler for browsers makes it of the sources. It fails on modules of Node.js. */
async function bundle(): Promise<string> {
  const { outputFiles } = await build({
    entryPoints: [join(__dirname, 'index.ts')],
    bundle: true,
    minify: true,
    write: false,
    platform: 'browser',
    format: 'iife',
    globalName: 'scheduler',
    target: 'es2022',
  });
  return outputFiles[0]?.text ?? '';
}

it(`is at most ${MOST_BYTES} bytes in a browser`, async () => {
  const bytes = gzipSync(await bundle(), { level: 9 }).length;
  expect(bytes).toBeGreaterThan(4_000);
  expect(bytes).toBeLessThanOrEqual(MOST_BYTES);
});

it('has no dependency at run time', () => {
  const { dependencies } = JSON.parse(readFileSync(join(__dirname, '../package.json'), 'utf8')) as {
    readonly dependencies: object;
  };
  expect(Object.keys(dependencies)).toEqual(['@scheduler/contracts']);
});

it('works where there are only the globals of a browser, on a path of the host of the page', async () => {
  const world = new World();
  const sent: Request[] = [];
  const globals = Object.fromEntries(WEB.map((name) => [name, globalThis[name]]));
  const context = createContext({
    ...globals,
    location: { href: 'https://jobs.example.com/dashboard/?tab=1' },
    fetch: (request: Request) => {
      sent.push(request);
      return world.handler(request, { remoteAddress: '127.0.0.1' });
    },
  });
  runInContext(await bundle(), context);
  const client = runInContext(
    `scheduler.createClient({ baseUrl: '/api/v1/scheduler', token: '${TOKEN}' })`,
    context,
  ) as SchedulerClient;
  try {
    const stream = client.events.stream({ names: ['scheduler:job.created'] });
    const first = stream.next();
    while (sent.length === 0) await new Promise((resolve) => setImmediate(resolve));
    await new Promise((resolve) => setImmediate(resolve));
    const job = await client.jobs.createCron({ name: 'a', schedule: '0 9 * * *', handler_name: 'greet' });
    expect((await first).value).toMatchObject({ kind: 'event', data: { name: 'a' } });
    await stream.return?.();
    await client.jobs.pause(job.id, {}, { ifMatch: job });
    for await (const { id, status } of client.iterate('jobs.list'))
      expect([id, status]).toEqual([job.id, 'paused']);
    expect(sent[0]?.url).toBe(
      'https://jobs.example.com/api/v1/scheduler/events?names=scheduler%3Ajob.created',
    );
    expect(runInContext('typeof process + typeof require + typeof Buffer', context)).toBe(
      'undefinedundefinedundefined',
    );
  } finally {
    await world.close();
  }
});
