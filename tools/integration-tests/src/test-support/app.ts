import { type SchedulerStore, silentLogger } from '@scheduler/contracts';
import { createScheduler, type SchedulerApp, type SchedulerNodeOptions } from '@scheduler/core';
import { createMemoryStore } from '@scheduler/memory';
import { SeededRandomness, SettableClock } from '@scheduler/testing';
import { START } from './scene.js';

export interface AppScene {
  readonly clock: SettableClock;
  readonly store: SchedulerStore;
  readonly app: SchedulerApp;
}

/** An application on a memory store with a clock that stands still. */
export function appScene({
  clock = new SettableClock(START),
  store,
  ...options
}: Partial<SchedulerNodeOptions> & { readonly clock?: SettableClock } = {}): AppScene {
  const usedStore = store ?? createMemoryStore({ clock });
  const app = createScheduler({
    logger: silentLogger,
    randomness: new SeededRandomness(1),
    ...options,
    clock,
    store: usedStore,
  });
  return { clock, store: usedStore, app };
}

/** Starts the program of another scene again, on the same store. */
export function restarted({ clock, store }: AppScene): AppScene {
  return appScene({ clock, store });
}
