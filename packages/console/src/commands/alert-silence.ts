import { Command } from '../command/command.js';
import type { CommandOption } from '../command/command-declaration.js';
import type { CommandContext } from '../command/command-context.js';
import type { CommandInput } from '../command/command-input.js';
import { UsageError } from '../output/console-error.js';
import { readDuration } from '../reading/read-values.js';
import { alertsOf } from './alert-command.js';
import { auditAlertChange } from './audit-alerts.js';
import { noteIfNotDurable, TENANT_OPTION } from './job-command.js';
import { consolePrincipal } from './key-command.js';

export class AlertSilence extends Command {
  readonly name = 'alert:silence';
  readonly description = 'Keep alerts from being announced for a while';
  override readonly options: readonly CommandOption[] = [
    { flags: '--rule <rule>', description: 'only those of this rule (default: of all rules)' },
    { flags: '--subject <id>', description: 'only those about this job (its id) or queue (its name)' },
    { flags: '--for <duration>', description: 'for how long, such as 2h (required)' },
    { flags: '--reason <text>', description: 'why (required)' },
    TENANT_OPTION,
  ];
  override readonly help = `They fire all the same, and are shown. What still fires when the silence ends is announced then.
Example:
  scheduler alert:silence --rule scheduler-queue-growth --for 2h --reason 'the import of March'`;

  async run(input: CommandInput, context: CommandContext): Promise<void> {
    const { io } = context;
    const [duration, reason] = [readDuration(input, 'for'), input.text('reason')];
    if (duration === undefined || reason === undefined)
      throw new UsageError('--for and --reason are needed: until when, and why');
    const node = await context.node();
    const silence = await alertsOf(node, input).silence({
      rule: input.text('rule') ?? null,
      subject: input.text('subject') ?? null,
      duration,
      reason,
      createdBy: consolePrincipal().id,
    });
    await auditAlertChange(node, input, {
      operation: 'alertSilences.create',
      object: { kind: 'alert_silence', id: silence.id },
      tenant: silence.tenant,
      before: null,
      after: silence,
    });
    noteIfNotDurable(node, io);
    io.result({ silence }, () => io.info(`silenced until ${silence.until.toISOString()} (${silence.id})`));
  }
}
