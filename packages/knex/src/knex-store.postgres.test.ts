import { runStoreConformance } from '@scheduler/testing';
import { onDatabase } from './test-support/on-database.js';

onDatabase('postgres', (database) => {
  runStoreConformance('postgres', () => database.harness(), { without: ['eventLog'] });
});
