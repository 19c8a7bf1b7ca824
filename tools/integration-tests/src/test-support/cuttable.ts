import type { SchedulerStore } from '@scheduler/contracts';

/** A store whose connection can be cut: its executions cannot be read or written while `cut` is true. */
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
