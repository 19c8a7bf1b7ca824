import { runStoreConformance } from '@scheduler/testing';
import { onDatabase } from './test-support/on-database.js';

onDatabase('mariadb', (database) => {
  runStoreConformance('mariadb', () => database.harness(), { without: ['eventLog'] });
});
