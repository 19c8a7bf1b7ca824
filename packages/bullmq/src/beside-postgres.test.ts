import { runStoreConformance } from '@scheduler/testing';
import { besideDatabase } from './test-support/beside-database.js';

besideDatabase('postgres', (both) => {
  runStoreConformance('postgres and BullMQ', () => both.harness());
});
