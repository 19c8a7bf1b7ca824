import { runEventLogConformance } from '@scheduler/testing';
import { onDatabase } from './test-support/on-database.js';
import { readingAllThatIsCommitted } from './test-support/reading-all.js';

onDatabase('postgres', (database) => {
  runEventLogConformance('postgres', async () => {
    const harness = await database.harness({ eventLog: true });
    return { ...harness, store: readingAllThatIsCommitted(database, harness.store) };
  });
});
