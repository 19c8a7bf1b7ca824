import { runStoreConformance } from '@scheduler/testing';
import { besideDatabase } from './test-support/beside-database.js';

besideDatabase('sqlite', (both) => {
  runStoreConformance('sqlite and BullMQ', () => both.harness());
});
