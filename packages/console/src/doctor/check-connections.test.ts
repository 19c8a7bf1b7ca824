import { checkConnections } from './check-store.js';

describe('the check of connections', () => {
  const store = { name: 'postgres', transactions: true, durable: true };

  it('says how many a process opens at most, and what for', () => {
    const connections = { most: 13, uses: { work: 10, leases: 2, notifications: 1 } };
    expect(checkConnections({ ...store, connections })).toEqual({
      name: 'connections',
      status: 'ok',
      message:
        'a process opens at most 13 connections to postgres: 10 for work, 2 for leases, 1 for notifications',
      wayOut: null,
    });
  });

  it('says nothing of a store without a server', () => {
    expect(checkConnections(store)).toBeNull();
  });
});
