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

it('shows what is new or gone as a whole, and cuts what is long', () => {
  expect(differences(null, 'x'.repeat(200))).toEqual([
    { name: 'value', from: undefined, to: `${'x'.repeat(120)}…` },
  ]);
  expect(differences({ a: 1 }, null)).toEqual([{ name: 'a', from: '1', to: undefined }]);
  expect(differences(null, null)).toEqual([]);
});
