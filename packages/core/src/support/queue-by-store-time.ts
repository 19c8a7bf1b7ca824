import type { JobQueue, StoreTime } from '@scheduler/contracts/adapter';

/** The same queue with the store's time in every dispatch, so that delayed deliveries follow the clock of the store. */
export function queueByStoreTime(queue: JobQueue, storeTime: Pick<StoreTime, 'now'>): JobQueue {
  return {
    get delivery() {
      return queue.delivery;
    },
    dispatch: (request) => queue.dispatch({ ...request, now: new Date(storeTime.now()) }),
    signal: async (request) => queue.signal?.(request),
    consume: (request) => queue.consume(request),
  };
}
