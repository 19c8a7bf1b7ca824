import { NODE_HEIGHT, place } from './layout.js';

const step = (name: string, after: string[] = [], any: string[] = []) => ({ name, after, after_any: any });

it('places what comes later below, and nothing over another', () => {
  const { steps, edges, width, height } = place([
    step('a'),
    step('b', ['a']),
    step('c', ['a']),
    step('d', [], ['b', 'c']),
  ]);
  const at = new Map(steps.map(({ name, x, y }) => [name, { x, y }]));
  expect(at.get('b')?.y).toBeGreaterThanOrEqual((at.get('a')?.y ?? 0) + NODE_HEIGHT);
  expect(at.get('b')?.y).toBe(at.get('c')?.y);
  expect(at.get('b')?.x).not.toBe(at.get('c')?.x);
  expect(edges.map(({ from, to, isAny }) => `${from}${isAny ? '?' : ''}${to}`)).toEqual([
    'ab',
    'ac',
    'b?d',
    'c?d',
  ]);
  for (const { path } of edges) expect(path).toMatch(/^M [\d.-]+ [\d.-]+ [QL]/);
  expect(Math.min(width, height)).toBeGreaterThan(NODE_HEIGHT);
});
