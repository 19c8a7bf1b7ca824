import type { ConformanceGroup } from '../kit/group.js';
import type { StoreScene } from '../kit/store-scene.js';
import { assertLogExplains } from './event-log-verbs.js';

/** The same rules, after each of which the log must explain every row of the store. */
export function explained({
  title,
  cases,
  ...group
}: ConformanceGroup<StoreScene>): ConformanceGroup<StoreScene> {
  return {
    ...group,
    title: `the log explains ${title}`,
    cases: Object.fromEntries(
      Object.entries(cases).map(([rule, check]) => [
        rule,
        async (scene: StoreScene) => {
          await check(scene);
          await assertLogExplains(scene);
        },
      ]),
    ),
  };
}
