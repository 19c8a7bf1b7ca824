/** The keys of the event log, without the base of the store. `database/event-logging.ts` describes their contents. */

export const EVENTS = 'log';

export const PRUNED_TO = 'log:pruned';

export const CHECKPOINTS = 'log:checkpoints';
