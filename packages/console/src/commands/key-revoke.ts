import { Command } from '../command/command.js';
import type { CommandContext } from '../command/command-context.js';
import type { CommandInput } from '../command/command-input.js';
import { styled } from '../output/text.js';
import { noteIfNotDurable, TENANT_OPTION } from './job-command.js';
import { auditKeyChange, REASON_OPTION } from './key-command.js';

export class KeyRevoke extends Command {
  readonly name = 'key:revoke';
  readonly description = 'Revoke an API key: from now on it lets nobody in';
  override readonly arguments = [{ name: 'key', description: 'id of the key, as key:list shows it' }];
  override readonly options = [REASON_OPTION, TENANT_OPTION];
  override readonly help = `A revoked key stays in the list, and cannot be made valid again.`;

  async run(input: CommandInput, context: CommandContext): Promise<void> {
    const { io } = context;
    const reference = { id: input.argument('key'), tenant: input.text('tenant') ?? null };
    const node = await context.node();
    const before = await node.access.apiKeys.get(reference);
    const key = await node.access.apiKeys.revoke(reference);
    if (before.revokedAt === null)
      await auditKeyChange(node, input, { operation: 'keys.revoke', before, after: key });
    noteIfNotDurable(node, io);
    io.result({ key }, () =>
      io.info(
        before.revokedAt === null ? 'revoked ' : 'was revoked before: ',
        styled('bold', key.name),
        ` (${key.id})`,
      ),
    );
  }
}
