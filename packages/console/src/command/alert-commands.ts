/* eslint-disable @typescript-eslint/no-require-imports -- `import()` would set up the loader of ES modules first, which takes longer than printing the help */
import type { BuiltInCommand } from './built-in-command.js';

export const ALERT_COMMANDS: readonly BuiltInCommand[] = [
  {
    name: 'alert:create',
    description: 'Create a rule of alerts',
    load: () => new (require('../commands/alert-create.js').AlertCreate)(),
  },
  {
    name: 'alert:delete',
    description: 'Delete a rule of alerts, or take back the changes of a built-in one',
    load: () => new (require('../commands/alert-delete.js').AlertDelete)(),
  },
  {
    name: 'alert:disable',
    description: 'Disable a rule of alerts',
    load: () => new (require('../commands/alert-disable.js').AlertDisable)(),
  },
  {
    name: 'alert:enable',
    description: 'Enable a rule of alerts',
    load: () => new (require('../commands/alert-enable.js').AlertEnable)(),
  },
  {
    name: 'alert:history',
    description: 'List alerts that fire or have fired, latest first',
    load: () => new (require('../commands/alert-history.js').AlertHistory)(),
  },
  {
    name: 'alert:list',
    description: 'List the rules of alerts, what fires now and what is silenced',
    load: () => new (require('../commands/alert-list.js').AlertList)(),
  },
  {
    name: 'alert:show',
    description: 'Show a rule of alerts and its latest alerts',
    load: () => new (require('../commands/alert-show.js').AlertShow)(),
  },
  {
    name: 'alert:silence',
    description: 'Keep alerts from being announced for a while',
    load: () => new (require('../commands/alert-silence.js').AlertSilence)(),
  },
  {
    name: 'alert:test',
    description: 'Send a test by the channels of a rule',
    load: () => new (require('../commands/alert-test.js').AlertTest)(),
  },
  {
    name: 'alert:unsilence',
    description: 'End a silence',
    load: () => new (require('../commands/alert-unsilence.js').AlertUnsilence)(),
  },
  {
    name: 'alert:update',
    description: 'Change a rule of alerts',
    load: () => new (require('../commands/alert-update.js').AlertUpdate)(),
  },
];
