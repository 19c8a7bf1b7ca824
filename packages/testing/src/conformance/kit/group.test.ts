import { type ConformanceGroup, globalApi, registerGroups } from './group.js';
import { eventBusGroups, leadershipGroups, queueGroups, storeGroups } from '../groups.js';
import { runStoreConformance } from '../run-conformance.js';

const groups: ConformanceGroup<never>[] = [
  ...storeGroups,
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
    await expect(tests[1]?.()).rejects.toThrow('a broken rule');
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

  it('take the globals of the runner where no other is given', () => {
    expect(globalApi().describe).toBe(describe);
  });
});
