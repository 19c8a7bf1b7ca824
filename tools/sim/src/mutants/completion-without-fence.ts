import { type Mutant, replacing } from './mutant.js';
import { settleCurrent } from './settle-current.js';

/** `UPDATE … WHERE id = ?` */
export const completionWithoutFence: Mutant = {
  name: 'completion-without-fence',
  title: 'an outcome is written whichever node holds the execution, and even if none does any more',
  wrap: ({ store, database, send }) => ({
    executions: replacing(store.executions, {
      settle: ({ settlements }) =>
        send('executions.settle', async () =>
          settlements.map((settlement) => settleCurrent(database, settlement, () => true)),
        ),
    }),
  }),
};
