import type { JobQueue, StoreTime } from '@scheduler/contracts/adapter';

/** The same queue, told the time of the store with every dispatch: what is to be delivered later is so by no other clock. */
export function queueByStoreTime(queue: JobQueue, storeTime: Pick<StoreTime, 'now'>): JobQueue {
  return {
    get delivery() {
      return queue.delivery;
    },
    dispatch: (request) => queue.dispatch({ ...request, now: new Date(storeTime.now()) }),
    consume: (request) => queue.consume(request),
  };
}
