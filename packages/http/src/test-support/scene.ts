import {
  defineHandler,
  type JsonValue,
  JobResult,
  type SchedulerStore,
  silentLogger,
} from '@scheduler/contracts';
import { createSchedulerNode, PRESETS, type SchedulerNode, type SchedulerNodeOptions } from '@scheduler/core';
import { createMemoryStore } from '@scheduler/memory';
import { SequentialIds, SettableClock } from '@scheduler/testing';
import type { Principal } from '../access/principal.js';
import { handlerOf, type SchedulerHandler } from '../handler/create-handler.js';
import type { HandlerOptions } from '../handler/handler-options.js';
import type { Route } from '../declare/route.js';
import { ROUTES } from '../routes/route-table.js';

export const NOW = '2030-01-01T12:00:00Z';
export const BASE = '/api/v1/scheduler';

export type Role = keyof typeof PRESETS | 'nobody';

export function principal(role: keyof typeof PRESETS, tenant: string | null = null): Principal {
  return {
    id: `${role}@${tenant ?? 'all'}`,
    kind: 'application',
    tenant,
    permissions: PRESETS[role],
  };
}

export interface Sent {
  /** Null: without a credential. Default: an admin of all tenants. */
  readonly as?: Principal | null;
  readonly body?: unknown;
  /** The body as it is. */
  readonly raw?: string | Uint8Array;
  readonly headers?: Readonly<Record<string, string>>;
}

export interface Received<T> {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  readonly json: T;
}

export interface SceneOptions extends Partial<Omit<HandlerOptions, 'node'>> {
  readonly node?: Partial<SchedulerNodeOptions>;
  readonly store?: SchedulerStore;
  readonly routes?: readonly Route[];
}

/** A handler on a real node with the memory store and a clock that stands still. Principals come with the request, as a session would. */
export class Scene {
  readonly clock = new SettableClock(NOW);
  readonly store: SchedulerStore;
  readonly node: SchedulerNode;
  readonly handler: SchedulerHandler;
  readonly errors: unknown[] = [];
  private readonly principals = new Map<string, Principal>();

  constructor({ node = {}, store, routes = ROUTES, ...options }: SceneOptions = {}) {
    this.store = store ?? createMemoryStore({ clock: this.clock, eventLog: true });
    this.node = createSchedulerNode({
      store: this.store,
      clock: this.clock,
      ids: new SequentialIds(),
      logger: silentLogger,
      handlers: [
        defineHandler({ type: 'greet', handle: async () => JobResult.success({ said: 'hello' }) }),
        defineHandler({
          type: 'break',
          handle: async () => {
            throw new Error('it broke');
          },
        }),
      ],
      ...node,
    });
    this.handler = handlerOf(routes, {
      authenticate: (request) => this.principals.get(request.headers.get('x-session') ?? '') ?? null,
      onError: ({ error }) => this.errors.push(error),
      ...options,
      node: this.node,
    });
  }

  request(method: string, path: string, sent: Sent = {}): Request {
    const { as = principal('admin'), body, raw, headers = {} } = sent;
    const session: Record<string, string> = as === null ? {} : { 'x-session': this.sessionOf(as) };
    const content = raw ?? (body === undefined ? undefined : JSON.stringify(body));
    const type: Record<string, string> = content === undefined ? {} : { 'content-type': 'application/json' };
    return new Request(`http://localhost${path.startsWith('/api') ? '' : BASE}${path}`, {
      method,
      headers: { ...type, ...session, ...headers },
      ...(content === undefined ? {} : { body: content }),
    });
  }

  async send<T = Record<string, JsonValue>>(
    method: string,
    path: string,
    sent: Sent = {},
  ): Promise<Received<T>> {
    const response = await this.handler(this.request(method, path, sent), { remoteAddress: '127.0.0.1' });
    const text = await textOf(response);
    const isJson = response.headers.get('content-type')?.includes('json') === true;
    return {
      status: response.status,
      headers: response.headers,
      text,
      json: (isJson && text !== '' ? JSON.parse(text) : null) as T,
    };
  }

  /** Fires and runs what is due. */
  async work(): Promise<void> {
    await this.node.tick();
    await this.node.drain();
  }

  private sessionOf(as: Principal): string {
    const key = JSON.stringify(as);
    const session = `session-${Buffer.from(key).toString('base64url').slice(0, 300)}`;
    this.principals.set(session, as);
    return session;
  }
}

/** A stream has no end: its first part is enough. */
async function textOf(response: Response): Promise<string> {
  if (response.headers.get('content-type')?.includes('event-stream') !== true) return response.text();
  const reader = (response.body as ReadableStream<Uint8Array> | null)?.getReader();
  const first = await reader?.read();
  await reader?.cancel();
  return new TextDecoder().decode(first?.value);
}
