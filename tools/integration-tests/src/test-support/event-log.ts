import type { LoggedEvent } from '@scheduler/contracts';
import type { EventLogQuery, SchedulerNode } from '@scheduler/core';
import { createMemoryStore } from '@scheduler/memory';
import { SettableClock } from '@scheduler/testing';
import { scene, type SceneOptions, START } from './scene.js';

/** A node whose store keeps the event log. */
export function loggedScene(options: SceneOptions = {}) {
  const clock = options.clock ?? new SettableClock(START);
  const store = options.store ?? createMemoryStore({ clock, eventLog: true });
  return scene({ ...options, clock, store });
}

/** All events that match, oldest first. */
export async function eventsOf(
  node: SchedulerNode,
  query: Partial<EventLogQuery> = {},
): Promise<readonly LoggedEvent[]> {
  return (await node.eventLog.list({ tenant: null, limit: 1_000, ...query })).items;
}
