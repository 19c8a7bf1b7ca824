import { runEventLogConformance, runStoreConformance, SettableClock } from '@scheduler/testing';
import { createMemoryStore } from './index.js';

runStoreConformance(
  'memory',
  () => {
    const clock = new SettableClock();
    return { store: createMemoryStore({ clock }), clock };
  },
  { without: ['eventLog'] },
);

runEventLogConformance('memory', () => {
  const clock = new SettableClock();
  return { store: createMemoryStore({ clock, eventLog: true }), clock };
});
