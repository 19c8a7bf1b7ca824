import { defineHandler, JobResult, silentLogger } from '@scheduler/contracts';
import { createSchedulerNode, PRESETS, type SchedulerNode } from '@scheduler/core';
import { createHandler, type HandlerOptions, type SchedulerHandler } from '@scheduler/http';
import { createMemoryStore } from '@scheduler/memory';
import { SequentialIds, SettableClock } from '@scheduler/testing';
import { createWorkflows, defineWorkflow } from '@scheduler/workflow';
import type { ClientOptions } from '../call/client-settings.js';
import type { SchedulerClient } from '../client.js';
import { createClient } from '../create-client.js';

export const NOW = '2030-01-01T12:00:00Z';
export const TOKEN = 'a-token-that-nobody-may-see';
export const BASE_URL = 'http://localhost/api/v1/scheduler';

/** A node with its API in this process, and a client of it. */
export class World {
  readonly clock = new SettableClock(NOW);
  readonly store = createMemoryStore({ clock: this.clock, eventLog: true });
  readonly node: SchedulerNode;
  readonly handler: SchedulerHandler;
  readonly client: SchedulerClient;
  /** What the client has sent. */
  readonly requests: Request[] = [];

  constructor(options: Partial<Omit<HandlerOptions, 'node'>> = {}) {
    this.node = createSchedulerNode({
      store: this.store,
      clock: this.clock,
      ids: new SequentialIds(),
      logger: silentLogger,
      env: {},
      handlers: [
        defineHandler({ type: 'greet', handle: async () => JobResult.success({ said: 'hello' }) }),
        defineHandler({
          type: 'break',
          handle: async () => {
            throw new Error('it broke');
          },
        }),
      ],
      workflows: createWorkflows({
        definitions: [
          defineWorkflow<{ note: string }>('order', {}, (w) => {
            w.approval('check');
          }),
        ],
      }),
      jobs: [],
      config: { rateLimits: { types: { greet: '1000/s' }, custom: { api: '10/s' } }, circuits: { smtp: {} } },
    });
    this.handler = createHandler({
      node: this.node,
      authenticate: (request) =>
        request.headers.get('authorization') === `Bearer ${TOKEN}`
          ? { id: 'ada', kind: 'application', tenant: null, permissions: PRESETS.admin }
          : null,
      metrics: { prometheus: () => Promise.resolve('# nothing\n') },
      access: { calendarSecret: 'a secret that signs addresses of calendars' },
      ...options,
    });
    this.client = this.clientWith();
  }

  clientWith(options: Partial<ClientOptions> = {}): SchedulerClient {
    const fetch = (request: Request) => {
      this.requests.push(request);
      return this.handler(request, { remoteAddress: '127.0.0.1' });
    };
    return createClient({ baseUrl: BASE_URL, token: TOKEN, fetch, ...options });
  }

  async work(): Promise<void> {
    await this.node.tick();
    await this.node.drain();
  }

  async close(): Promise<void> {
    await this.handler.close();
    await this.node.stop();
  }
}
