import { differences } from './differences.js';

it('shows what differs, field by field, without what changes with every write', () => {
  expect(
    differences(
      { status: 'active', queue: 'mails', revision: 1, tags: ['a'] },
      { status: 'paused', queue: 'mails', revision: 2, tags: ['a', 'b'], paused_at: '2030' },
    ),
  ).toEqual([
    { name: 'status', from: 'active', to: 'paused' },
    { name: 'tags', from: '["a"]', to: '["a","b"]' },
    { name: 'paused_at', from: undefined, to: '2030' },
  ]);
});

it('begins with what says most about something new, and leaves out what is empty', () => {
  const created = { id: 'x', status: 'active', tags: [], metadata: {}, handler_name: 'greet', name: 'daily' };
  expect(differences(null, created).map(({ name }) => name)).toEqual(['name', 'handler_name', 'status']);
});

it('shows what is new or gone as a whole, and cuts what is long', () => {
  expect(differences(null, 'x'.repeat(200))).toEqual([
    { name: 'value', from: undefined, to: `${'x'.repeat(120)}…` },
  ]);
  expect(differences({ a: 1 }, null)).toEqual([{ name: 'a', from: '1', to: undefined }]);
  expect(differences(null, null)).toEqual([]);
});
