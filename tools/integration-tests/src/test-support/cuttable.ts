import type { SchedulerStore } from '@scheduler/contracts';

/** The store as a node sees it whose connection is cut: reads and writes fail, for as long as `cut` is true. */
export function cuttable(store: SchedulerStore) {
  const link = { cut: false };
  const executions = new Proxy(store.executions, {
    get(target, name) {
      const method = Reflect.get(target, name) as (...args: unknown[]) => Promise<unknown>;
      return (...args: unknown[]) =>
        link.cut ? Promise.reject(new Error('connection lost')) : method.apply(target, args);
    },
  });
  return {
    link,
    store: { ...store, open: () => store.open(), close: () => store.close(), executions } as SchedulerStore,
  };
}
