import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Principal } from '../access/principal.js';
import { type Received, Scene, type SceneOptions, type Sent } from './scene.js';

export interface Bulk {
  readonly id: string;
  readonly state: string;
  readonly matched: number;
  readonly done: number;
  readonly failed: number;
  readonly reasons: readonly { readonly code: string; readonly count: number }[];
  readonly failures: readonly { readonly id: string; readonly code: string; readonly detail: string }[];
  readonly interruption: { readonly code: string; readonly detail: string } | null;
}

/** Scenes with room for many requests, which are closed after each test. */
export function bulkScenes(): (options?: SceneOptions) => Scene {
  const scenes: Scene[] = [];
  const open = (options: SceneOptions = {}) => {
    const scene = new Scene({
      limits: { requestsPerMinute: 10_000_000, requestBurst: 1_000_000, bulkActions: 5 },
      ...options,
    });
    scenes.push(scene);
    return scene;
  };
  afterEach(async () => {
    for (const scene of scenes.splice(0)) {
      await scene.handler.close();
      await scene.node.stop();
    }
  });

  return open;
}

export const begin = (scene: Scene, body: object, sent: Sent = {}): Promise<Received<Bulk>> =>
  scene.send<Bulk>('POST', '/bulk-actions', { ...sent, body });

export async function ended(scene: Scene, { json: { id } }: Received<Bulk>, sent: Sent = {}): Promise<Bulk> {
  for (;;) {
    const { json } = await scene.send<Bulk>('GET', `/bulk-actions/${id}`, sent);
    if (json.state !== 'running' && json.state !== 'cancelling') return json;
    await nextTurn();
  }
}

/** Executions that have failed for good, of one tenant. */
export async function failures(scene: Scene, count: number, tenant?: string): Promise<readonly string[]> {
  const requests = Array.from({ length: count }, () => ({
    type: 'break',
    maxRetries: 0,
    ...(tenant === undefined ? {} : { tenant }),
  }));
  const made = await scene.node.scheduler.enqueueMany(requests);
  await scene.work();
  return made.map(({ id }) => id);
}

export async function jobs(scene: Scene, count: number, as?: Principal): Promise<void> {
  for (let number = 0; number < count; number++)
    await scene.send('POST', '/jobs/cron', {
      ...(as === undefined ? {} : { as }),
      body: { name: `job-${number}`, schedule: '0 9 * * *', handler_name: 'greet', tags: ['night'] },
    });
}
