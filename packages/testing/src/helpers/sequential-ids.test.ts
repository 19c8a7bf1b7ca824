import { SequentialIds } from './sequential-ids.js';

describe('SequentialIds', () => {
  it('counts up in lexical order', () => {
    const ids = new SequentialIds();
    const made = Array.from({ length: 300 }, () => ids.next());
    expect(made[0]).toBe('00000000-0000-7000-8000-000000000001');
    expect([...made].sort()).toEqual(made);
    expect(new Set(made).size).toBe(300);
  });

  it('starts at a given number', () => {
    expect(new SequentialIds(255).next()).toMatch(/0000000000ff$/);
  });
});
