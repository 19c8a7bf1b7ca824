import { createHmac } from 'node:crypto';
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type BusEvent, defineHandler, silentLogger } from '@scheduler/contracts';
import { createSchedulerNode } from '@scheduler/core';
import { createMemoryStore } from '@scheduler/memory';
import { SettableClock } from '@scheduler/testing';
import { START } from './test-support/scene.js';
import { watched } from './test-support/watched.js';

const SECRET = 'a secret that receivers know';

interface Received {
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

describe('what is sent', () => {
  const servers: Server[] = [];
  afterEach(async () => {
    for (const server of servers.splice(0)) await new Promise((done) => server.close(done));
  });

  /** A receiver that gives these answers, and then 200. */
  async function receiver(...statuses: number[]) {
    const received: Received[] = [];
    const server = createServer((request, response) => {
      let body = '';
      request.on('data', (part) => (body += String(part)));
      request.on('end', () => {
        received.push({ headers: request.headers, body });
        response
          .writeHead(statuses.shift() ?? 200, { location: 'http://127.0.0.1:1/', connection: 'close' })
          .end();
      });
    });
    servers.push(server);
    await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
    return { received, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook` };
  }

  it('by a webhook is signed, and tried again as an ordinary execution (F229)', async () => {
    const { received, url } = await receiver(500, 302);
    const { node, run, clock } = watched({
      retry: { maxRetries: 3, initialDelay: '1s' },
      alerts: { webhookUrl: url, webhookSecret: SECRET },
    });
    const { name } = await node.alerts.createRule({
      name: 'failures',
      condition: { metric: 'scheduler.failure_rate', operator: 'gt', value: 10, duration: '5m' },
      channels: ['webhook'],
    });
    await node.alerts.changeRule('scheduler-high-failure-rate', { enabled: false });
    await node.scheduler.enqueue({ type: 'work', maxRetries: 0 });
    await run(0, 'fails');
    await node.alerts.evaluate();
    await node.alerts.evaluate();
    for (let attempt = 0; attempt < 3; attempt += 1) {
      await node.drain();
      await clock.advance('10m');
    }
    const fired = received.filter(({ body }) => body.includes(`"rule":"${name}"`));
    expect(fired).toHaveLength(3);
    expect(new Set(fired.map(({ headers }) => headers['x-scheduler-delivery'])).size).toBe(1);
    const { headers, body } = fired[2] ?? { headers: {}, body: '' };
    const time = String(headers['x-scheduler-timestamp']);
    const expected = createHmac('sha256', SECRET).update(`${time}.${body}`).digest('hex');
    expect(headers['x-scheduler-signature']).toBe(`v1=${expected}`);
    expect(JSON.parse(body)).toMatchObject({
      kind: 'fired',
      alert: { rule: 'failures', severity: 'warning' },
    });
  });

  it('goes to Slack and by mail, and a test of a rule sends something without an alert', async () => {
    const { received, url } = await receiver();
    const { node, mails } = watched({ alerts: { slackUrl: url, emailTo: ['ops@example.com'] } });
    const test = await node.alerts.test('scheduler-timeout-spike');
    expect(Object.keys(test.sent)).toEqual(['slack', 'email']);
    expect(test.notConfigured).toEqual(['webhook']);
    await node.drain();
    expect(JSON.parse(received[0]?.body ?? '{}')).toEqual({
      text: expect.stringContaining('[critical] scheduler-timeout-spike is tested'),
    });
    expect(mails).toMatchObject([
      { to: ['ops@example.com'], subject: '[critical] scheduler-timeout-spike is tested' },
    ]);
    expect((await node.alerts.list()).items).toEqual([]);
    await expect(
      node.alerts.test('scheduler-timeout-spike', { channels: ['webhook'] }),
    ).rejects.toMatchObject({
      code: 'ALERT_INVALID',
    });
  });

  it('needs a secret, and somebody who sends mails', () => {
    expect(() => watched({ alerts: { webhookUrl: 'https://example.com/' } })).toThrow(/webhookSecret/);
    const options = { store: createMemoryStore({ clock: new SettableClock(START) }) };
    expect(() => createSchedulerNode({ ...options, config: { alerts: { emailTo: ['a@b.c'] } } })).toThrow(
      /alertMailer/,
    );
  });
});

describe('a running node', () => {
  it('evaluates by itself and calls the address outside after each round', async () => {
    let pings = 0;
    const server = createServer((_request, response) => {
      pings += 1;
      response.writeHead(200, { connection: 'close' }).end();
    });
    await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
    const { port } = server.address() as AddressInfo;
    const store = createMemoryStore({ clock: { now: () => new Date() } });
    const fails = defineHandler({
      type: 'work',
      handle: () => {
        throw new Error('broken');
      },
    });
    const node = createSchedulerNode({
      store,
      handlers: [fails],
      logger: silentLogger,
      config: {
        retry: { maxRetries: 0 },
        pollInterval: '50ms',
        alerts: { interval: '1s', pingUrl: `http://127.0.0.1:${port}/ping` },
      },
    });
    const fired = new Promise<BusEvent>((resolve) =>
      node.events.subscribe({ names: ['scheduler:alert.fired'], listener: resolve }),
    );
    await node.start();
    await node.scheduler.enqueue({ type: 'work' });
    expect((await fired).data['rule']).toBe('scheduler-high-failure-rate');
    while (pings === 0) await new Promise((resolve) => setTimeout(resolve, 50));
    await node.stop();
    await new Promise((done) => server.close(done));
  }, 30_000);
});
