import { STORES } from './harness/database.mjs';
import { QUEUES } from './harness/queue.mjs';

/** The columns of the matrix: every store with every queue, as `{ name, title, store, queue }`. */
export function columnsOf({ stores, queues }) {
  return stores.flatMap((store) =>
    queues.map((queue) => {
      const { title } = QUEUES[queue];
      const name = title === null ? store : `${store}+${queue}`;
      return { name, title: [STORES[store].title, title].filter(Boolean).join(' + '), store, queue };
    }),
  );
}
