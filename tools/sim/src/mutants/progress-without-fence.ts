import { type Mutant, replacing } from './mutant.js';

/** `UPDATE … SET details = ? WHERE id = ?` */
export const progressWithoutFence: Mutant = {
  name: 'progress-without-fence',
  title: 'a checkpoint is saved whichever node holds the execution',
  wrap: ({ store, database, send }) => ({
    executions: replacing(store.executions, {
      saveProgress: ({ execution, progress }) =>
        send('executions.saveProgress', async () => {
          const record = database.executions.records.get(execution.id);
          if (record !== undefined) record.execution = { ...record.execution, progress };
          return record !== undefined;
        }),
    }),
  }),
};
