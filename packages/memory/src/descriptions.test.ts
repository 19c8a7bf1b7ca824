import { createConfiguredStore, loadConfig, SystemClock } from '@scheduler/core';
import { memoryStore } from './descriptions.js';

describe('the store of this package in a configuration', () => {
  const stores = [memoryStore] as const;

  it('has its event log off unless it is told otherwise', () => {
    expect(loadConfig({ stores })).toEqual({ ...loadConfig(), store: 'memory', memory: { eventLog: false } });
    const env = { SCHEDULER_MEMORY_EVENT_LOG: 'true' };
    expect(loadConfig({ stores, env }).memory).toEqual({ eventLog: true });
    expect(() => loadConfig({ stores, env: { SCHEDULER_MEMORY_EVENT_LOG: 'perhaps' } })).toThrow(
      'SCHEDULER_MEMORY_EVENT_LOG',
    );
  });

  it('is made from a configuration', () => {
    const config = loadConfig({ stores });
    const store = createConfiguredStore({ config, stores, clock: new SystemClock() });
    expect(store.capabilities.name).toBe('memory');
    expect(store.eventLog).toBeNull();
    const logging = loadConfig({ stores, config: { memory: { eventLog: true } } });
    expect(
      createConfiguredStore({ config: logging, stores, clock: new SystemClock() }).eventLog,
    ).not.toBeNull();
  });
});
