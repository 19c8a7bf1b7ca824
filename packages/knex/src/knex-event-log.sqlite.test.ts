import { runEventLogConformance } from '@scheduler/testing';
import { onDatabase } from './test-support/on-database.js';

onDatabase('sqlite', (database) => {
  runEventLogConformance('sqlite', () => database.harness({ eventLog: true }));
});
