import { type DispatchNote, GroupCommit } from '@scheduler/contracts/adapter';

type Notes = readonly DispatchNote[];

/** One publication at a time: dispatches that come while it is under way go into the next, and share its messages. */
export function groupDispatches(publish: (notes: Notes) => Promise<void>): GroupCommit<Notes, null> {
  return new GroupCommit({
    write: async (dispatches) => {
      await publish(dispatches.flat());
      return dispatches.map(() => null);
    },
  });
}
