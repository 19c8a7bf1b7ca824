import { type ChildProcess, spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { childEnvironment } from './test-support/child-environment.js';

const packageRoot = join(__dirname, '..');
const binary = join(packageRoot, 'bin/scheduler.js');

/** `slow` ends when the test writes a file, `stuck` never. */
const CONFIG = `
const { existsSync } = require('node:fs');
const { createNodeFromEnvironment } = require('@scheduler/console/stores');
const handler = (type, handle) => ({ types: [type], supports: (given) => given === type, handle });
const slow = async () => {
  while (!existsSync('go')) await new Promise((resolve) => setTimeout(resolve, 10));
};
const stuck = () => new Promise(() => undefined);
module.exports = {
  node: () =>
    createNodeFromEnvironment({
      root: __dirname,
      handlers: [handler('slow', slow), handler('stuck', stuck)],
      config: { shutdownGrace: '1s', sqlite: { file: 'jobs.db' } },
    }),
};
`;

interface Shown {
  readonly id: string;
  readonly status: string;
}

describe('a process that serves and works', () => {
  let folder: string;
  const children: ChildProcess[] = [];

  beforeEach(() => {
    mkdirSync(join(packageRoot, 'tmp'), { recursive: true });
    folder = mkdtempSync(join(packageRoot, 'tmp/serve-'));
    writeFileSync(join(folder, 'package.json'), '{ "type": "commonjs" }');
    writeFileSync(join(folder, 'scheduler.config.js'), CONFIG);
  });
  afterEach(() => {
    for (const child of children.splice(0)) child.kill('SIGKILL');
    rmSync(folder, { recursive: true });
  });

  /** Serves, and sends requests with the token that was printed. */
  async function start(...options: string[]) {
    const child = spawn(process.execPath, [binary, 'serve', '--port', '0', '--json', ...options], {
      cwd: folder,
      env: childEnvironment,
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    children.push(child);
    const lines = createInterface({ input: child.stdout });
    const first = await new Promise<string>((resolve) => lines.once('line', resolve));
    const { url, token } = JSON.parse(first) as { readonly url: string; readonly token: string };
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
    const send = (path: string, body?: object) =>
      fetch(`${url}${path}`, {
        headers,
        ...(body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) }),
      });
    const ended = new Promise<number | null>((resolve) => child.once('exit', resolve));
    return { child, url, headers, send, ended };
  }

  const idOf = async (answer: Promise<Response>) => ((await (await answer).json()) as Shown).id;

  it('at SIGTERM is not ready, finishes requests and jobs, gives the rest back, and ends with 0', async () => {
    const { child, url, headers, send, ended } = await start('--work');
    const status = async (id: string) => ((await (await send(`/executions/${id}`)).json()) as Shown).status;
    const slow = await idOf(send('/executions', { handler_name: 'slow' }));
    const stuck = await idOf(send('/executions', { handler_name: 'stuck' }));
    while ((await status(slow)) !== 'running' || (await status(stuck)) !== 'running');
    expect((await send('/readyz')).status).toBe(200);

    // A request whose body has not come as a whole: it is under way, and ends when the rest comes.
    const body = JSON.stringify({ handler_name: 'stuck', run_at: '2100-01-01T00:00:00Z' });
    const underWay = request(`${url}/executions`, { method: 'POST', headers });
    underWay.on('error', () => undefined);
    const answered = new Promise<number | undefined>((resolve) =>
      underWay.once('response', (response) => resolve(response.resume().statusCode)),
    );
    const connected = new Promise((resolve) =>
      underWay.once('socket', (socket) => socket.once('connect', resolve)),
    );
    underWay.write(body.slice(0, 10));
    await connected;
    // A request that is answered after it has come after the one that is under way.
    while ((await send('/readyz')).status !== 200);
    child.kill('SIGTERM');
    while ((await send('/readyz')).status !== 503);
    const late = await send('/executions', { handler_name: 'slow' });
    expect([late.status, late.headers.get('retry-after')]).toEqual([503, '5']);
    expect((await send('/livez')).status).toBe(200);
    underWay.end(body.slice(10));
    expect(await answered).toBe(201);
    writeFileSync(join(folder, 'go'), '');
    expect(await ended).toBe(0);

    const next = await start();
    const after = async (id: string) =>
      (await (await next.send(`/executions/${id}`)).json()) as Record<string, unknown>;
    expect(await after(slow)).toMatchObject({ status: 'success' });
    expect(await after(stuck)).toMatchObject({ status: 'pending', retry_count: 0 });
    next.child.kill('SIGINT');
    expect(await next.ended).toBe(0);
  }, 60_000);

  it('ends at once at a second signal', async () => {
    const { child, send, ended } = await start('--work');
    const stuck = await idOf(send('/executions', { handler_name: 'stuck' }));
    while (((await (await send(`/executions/${stuck}`)).json()) as Shown).status !== 'running');
    child.kill('SIGTERM');
    while ((await send('/readyz')).status !== 503);
    child.kill('SIGTERM');
    expect(await ended).toBe(143);
  }, 60_000);
});
