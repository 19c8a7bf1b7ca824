import { runStoreConformance } from '@scheduler/testing';
import { onDatabase } from './test-support/on-database.js';

onDatabase('sqlite', (database) => {
  runStoreConformance('sqlite', () => database.harness(), { without: ['eventLog'] });
});
