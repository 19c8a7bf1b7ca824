import { Command } from '../command/command.js';
import type { CommandContext } from '../command/command-context.js';
import type { CommandInput } from '../command/command-input.js';
import { alertsOf } from './alert-command.js';
import { auditAlertChange } from './audit-alerts.js';
import { TENANT_OPTION } from './job-command.js';
import { REASON_OPTION } from './key-command.js';

export class AlertUnsilence extends Command {
  readonly name = 'alert:unsilence';
  readonly description = 'End a silence';
  override readonly arguments = [
    { name: 'silence', description: 'id of the silence, as alert:list shows it' },
  ];
  override readonly options = [REASON_OPTION, TENANT_OPTION];

  async run(input: CommandInput, context: CommandContext): Promise<void> {
    const { io } = context;
    const node = await context.node();
    const silence = await alertsOf(node, input).unsilence(input.argument('silence'));
    await auditAlertChange(node, input, {
      operation: 'alertSilences.delete',
      object: { kind: 'alert_silence', id: silence.id },
      tenant: silence.tenant,
      before: silence,
      after: null,
    });
    io.result({ silence }, () => io.info(`ended the silence ${silence.id}`));
  }
}
