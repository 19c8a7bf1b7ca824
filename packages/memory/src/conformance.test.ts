import { runStoreConformance, SettableClock } from '@scheduler/testing';
import { createMemoryStore } from './index.js';

runStoreConformance('memory', () => {
  const clock = new SettableClock();
  return { store: createMemoryStore({ clock }), clock };
});
