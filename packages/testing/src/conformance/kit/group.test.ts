import { AssertionError } from 'node:assert/strict';
import { type ConformanceGroup, globalApi, registerGroups } from './group.js';
import { eventBusGroups, leadershipGroups, lifetimeGroups, queueGroups, storeGroups } from '../groups.js';
import { runStoreConformance } from '../run-conformance.js';
import { withExpectation } from './with-expectation.js';

const groups: ConformanceGroup<never>[] = [
  ...storeGroups,
  ...lifetimeGroups,
  ...queueGroups,
  ...leadershipGroups,
  ...eventBusGroups,
];

describe('the conformance suites', () => {
  it('have titles that are told apart', () => {
    const titles = groups.map(({ title }) => title);
    expect(new Set(titles).size).toBe(titles.length);
  });

  it('have hundreds of rules', () => {
    const rules = groups.flatMap(({ cases }) => Object.keys(cases));
    expect(rules.length).toBeGreaterThan(300);
  });

  it('register with any runner that has describe and it, and close what they opened', async () => {
    const tests: (() => Promise<void>)[] = [];
    const closed: string[] = [];
    registerGroups<string>({
      subject: 'a store',
      groups: [
        {
          title: 'group',
          cases: {
            passes: async () => undefined,
            fails: async () => Promise.reject(new Error('a broken rule')),
          },
        },
      ],
      withScene: async (test) => {
        try {
          await test('scene');
        } finally {
          closed.push('closed');
        }
      },
      api: { describe: (_title, define) => define(), it: (_title, test) => tests.push(test) },
    });
    expect(tests).toHaveLength(2);
    await tests[0]?.();
    await expect(tests[1]?.()).rejects.toThrow('a store · group: expected "fails"\na broken rule');
    expect(closed).toEqual(['closed', 'closed']);
  });

  it('count every rule of a store when they are registered', () => {
    let count = 0;
    runStoreConformance('none', () => Promise.reject(new Error('not called')), {
      describe: (_title, define) => define(),
      it: () => (count += 1),
    });
    expect(count).toBe(groups.flatMap(({ cases }) => Object.keys(cases)).length);
  });

  it('say what was expected of whom, whatever was thrown', async () => {
    const failWith = (thrown: unknown) =>
      withExpectation('memory · queue: expected "x"', () => Promise.reject(thrown));
    await expect(failWith('a word')).rejects.toThrow('memory · queue: expected "x"\na word');
    const assertion = await failWith(
      new AssertionError({ actual: 1, expected: 2, operator: 'strictEqual' }),
    ).catch((error: AssertionError) => error);
    expect(assertion).toMatchObject({ actual: 1, expected: 2, generatedMessage: false });
    expect(assertion?.message).toMatch(/^memory · queue: expected "x"\n/);
    expect(assertion?.stack).toContain('memory · queue: expected "x"');
  });

  it('leave out the rules of ports that a store does not have, and check that they are refused', () => {
    const titles: string[] = [];
    runStoreConformance('none', () => Promise.reject(new Error('not called')), {
      without: ['circuits'],
      describe: (title, define) => (titles.push(title), define()),
      it: () => undefined,
    });
    expect(titles).toContain('without circuits');
    expect(titles.filter((title) => title.startsWith('circuits.'))).toEqual([]);
    expect(titles).toContain('statistics.workload');
  });

  it('take the globals of the runner where no other is given', () => {
    expect(globalApi().describe).toBe(describe);
  });
});
