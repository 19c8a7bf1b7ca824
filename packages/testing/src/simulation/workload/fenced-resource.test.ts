import { FencedResource } from './fenced-resource.js';

describe('FencedResource', () => {
  it('holds one effect for each execution, of the highest fence', () => {
    const resource = new FencedResource();
    expect(resource.act('a', 1)).toBe(true);
    expect(resource.act('b', 4)).toBe(true);
    expect(resource.act('a', 2)).toBe(true);
    expect(resource.effects()).toEqual([
      { executionId: 'a', fence: 2, guard: 'fenced' },
      { executionId: 'b', fence: 4, guard: 'fenced' },
    ]);
    expect(resource.refusedCount).toBe(0);
  });

  it('refuses a fence that is lower than the one it holds, and counts that', () => {
    const resource = new FencedResource();
    resource.act('a', 2);
    expect(resource.act('a', 1)).toBe(false);
    expect(resource.refusedCount).toBe(1);
    expect(resource.effects()).toEqual([{ executionId: 'a', fence: 2, guard: 'fenced' }]);
  });

  it('accepts the effect of the same fence again, as the same effect', () => {
    const resource = new FencedResource();
    resource.act('a', 2);
    expect(resource.act('a', 2)).toBe(true);
    expect(resource.effects()).toHaveLength(1);
  });

  it('holds nothing at first', () => {
    expect(new FencedResource().effects()).toEqual([]);
  });
});
