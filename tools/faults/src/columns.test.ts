import { evaluate } from './test-support/programs.js';

describe('the columns of the matrix', () => {
  it('are the stores with each queue', async () => {
    const chosen = { stores: ['sqlite', 'postgres'], queues: ['store', 'bullmq'] };
    const columns = await evaluate('columns.mjs', `module.columnsOf(${JSON.stringify(chosen)})`);
    expect(columns).toEqual([
      { name: 'sqlite', title: 'SQLite', store: 'sqlite', queue: 'store' },
      { name: 'sqlite+bullmq', title: 'SQLite + BullMQ', store: 'sqlite', queue: 'bullmq' },
      { name: 'postgres', title: 'PostgreSQL', store: 'postgres', queue: 'store' },
      { name: 'postgres+bullmq', title: 'PostgreSQL + BullMQ', store: 'postgres', queue: 'bullmq' },
    ]);
  });
});
