import type { OptionalPort } from '@scheduler/contracts/adapter';
import { withExpectation } from './with-expectation.js';

/** The rules of one operation: each case is named by the rule that it checks. */
export interface ConformanceGroup<TScene> {
  readonly title: string;
  /** The optional port whose rules these are. Missing: every store has to keep them. */
  readonly needs?: OptionalPort;
  readonly cases: Readonly<Record<string, (scene: TScene) => Promise<void>>>;
}

/** The part of a test runner that the suites need. Jest, Vitest, Mocha and `node:test` have it. */
export interface TestApi {
  readonly describe: (title: string, define: () => void) => unknown;
  readonly it: (title: string, test: () => Promise<void>) => unknown;
}

export interface GroupRun<TScene> {
  /** What is tested, such as the name of a store. A failure begins with it. */
  readonly subject: string;
  readonly groups: readonly ConformanceGroup<TScene>[];
  /** Calls the test with a fresh scene, and cleans up whatever the test does. */
  readonly withScene: (test: (scene: TScene) => Promise<void>) => Promise<void>;
  readonly api: TestApi | undefined;
}

export function registerGroups<TScene>(run: GroupRun<TScene>): void {
  const { subject, groups, withScene, api = globalApi() } = run;
  for (const { title, cases } of groups) {
    api.describe(title, () => {
      for (const [rule, check] of Object.entries(cases)) {
        const expectation = `${subject} · ${title}: expected "${rule}"`;
        api.it(rule, () => withScene((scene) => withExpectation(expectation, () => check(scene))));
      }
    });
  }
}

export function globalApi(): TestApi {
  const { describe, it } = globalThis as Partial<TestApi>;
  if (typeof describe === 'function' && typeof it === 'function') return { describe, it };
  throw new Error(
    "this test runner has no global describe and it; give them, such as api: { describe, it } of 'node:test'",
  );
}
