/* eslint-disable @typescript-eslint/no-require-imports -- `import()` would set up the loader of ES modules first, which takes longer than printing the help */
import type { BuiltInCommand } from './built-in-command.js';

/** The commands of the group `events`: those of the event log. */
export const EVENT_LOG_COMMANDS: readonly BuiltInCommand[] = [
  {
    name: 'events:checkpoints',
    description: 'Show how far subscriptions and projections have read, and what they could not take',
    load: () => new (require('../commands/events-checkpoints.js').EventsCheckpoints)(),
  },
  {
    name: 'events:dismiss',
    description: 'Delete a dead letter of a subscription',
    load: () => new (require('../commands/events-dismiss.js').EventsDismiss)(),
  },
  {
    name: 'events:forget',
    description: 'Forget a subscription or projection that is not used any more',
    load: () => new (require('../commands/events-forget.js').EventsForget)(),
  },
  {
    name: 'events:list',
    description: 'List events of the event log, oldest first',
    load: () => new (require('../commands/events-list.js').EventsList)(),
  },
  {
    name: 'events:prune',
    description: 'Delete the events of whole days that ended before an instant',
    load: () => new (require('../commands/events-prune.js').EventsPrune)(),
  },
  {
    name: 'events:replay',
    description: 'Build a projection anew from the event log, or verify all rows by it',
    load: () => new (require('../commands/events-replay.js').EventsReplay)(),
  },
  {
    name: 'events:resume',
    description: 'Let a subscription or projection that has stopped go on',
    load: () => new (require('../commands/events-resume.js').EventsResume)(),
  },
  {
    name: 'events:retry',
    description: 'Deliver an event once more that a subscription could not take',
    load: () => new (require('../commands/events-retry.js').EventsRetry)(),
  },
  {
    name: 'events:show',
    description: 'Show an event of the event log with all its data',
    load: () => new (require('../commands/events-show.js').EventsShow)(),
  },
  {
    name: 'events:tail',
    description: 'Print the latest events of the event log, one per line, and those that follow',
    load: () => new (require('../commands/events-tail.js').EventsTail)(),
  },
];
