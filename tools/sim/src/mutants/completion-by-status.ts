import { type Mutant, replacing } from './mutant.js';
import { settleCurrent } from './settle-current.js';

/** `UPDATE … WHERE id = ? AND status = 'running'` */
export const completionByStatus: Mutant = {
  name: 'completion-by-status',
  title: 'an outcome is written if the execution is running, whichever node runs it',
  wrap: ({ store, database, send }) => ({
    executions: replacing(store.executions, {
      settle: ({ settlements }) =>
        send('executions.settle', async () =>
          settlements.map((settlement) =>
            settleCurrent(database, settlement, ({ status }) => status === 'running'),
          ),
        ),
    }),
  }),
};
