import { createConfiguredStore, loadConfig, SystemClock } from '@scheduler/core';
import { memoryStore } from './descriptions.js';

describe('the store of this package in a configuration', () => {
  const stores = [memoryStore] as const;

  it('has nothing to set', () => {
    expect(loadConfig({ stores })).toEqual({ ...loadConfig(), store: 'memory' });
  });

  it('is made from a configuration', () => {
    const config = loadConfig({ stores });
    const store = createConfiguredStore({ config, stores, clock: new SystemClock() });
    expect(store.capabilities.name).toBe('memory');
  });
});
