import { runEventLogConformance } from '@scheduler/testing';
import { onDatabase } from './test-support/on-database.js';

onDatabase('mariadb', (database) => {
  runEventLogConformance('mariadb', () => database.harness({ eventLog: true }));
});
