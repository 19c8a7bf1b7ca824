import type { NewApiKey, Preset } from '@scheduler/core';
import { toTenant } from '@scheduler/contracts';
import { Command } from '../command/command.js';
import type { CommandOption } from '../command/command-declaration.js';
import type { CommandContext } from '../command/command-context.js';
import type { CommandInput } from '../command/command-input.js';
import { UsageError } from '../output/console-error.js';
import { readExpiry } from '../reading/read-expiry.js';
import { zoneOf } from '../reading/read-trigger.js';
import { noteIfNotDurable } from './job-command.js';
import { auditKeyChange, consolePrincipal, REASON_OPTION } from './key-command.js';

const PRESETS: readonly Preset[] = ['viewer', 'operator', 'admin'];

export class KeyCreate extends Command {
  readonly name = 'key:create';
  readonly description = 'Create an API key, and print it this once';
  override readonly options: readonly CommandOption[] = [
    { flags: '--name <name>', description: 'what the key is for (required)' },
    { flags: '--tenant <tenant>', description: 'the tenant whose data it reaches (default: all tenants)' },
    {
      flags: '--permissions <list>',
      description: "what it may do, separated by commas, such as 'jobs:read,queues:*'",
    },
    { flags: '--preset <preset>', description: 'what it may do, by a name', choices: PRESETS },
    { flags: '--expires <when>', description: 'when it ends: 90d from now, or an instant (default: never)' },
    { flags: '--zone <zone>', description: 'zone of an instant without an offset (default UTC)' },
    REASON_OPTION,
  ];
  override readonly help = `The key is printed alone on stdout, so that a script can take it over. Only a hash of it is stored: it cannot be shown again.
A viewer looks, an operator also changes work, an admin may do everything. Patterns and presets are stored as the permissions that they stand for now.
Examples:
  scheduler key:create --name grafana --preset viewer --expires 90d
  scheduler key:create --name deployment --tenant acme --permissions jobs:read,jobs:write`;

  async run(input: CommandInput, context: CommandContext): Promise<void> {
    const { io } = context;
    const [request, expiry] = [readRequest(input), readExpiry(input, zoneOf(input))];
    const node = await context.node();
    const { key, token } = await node.access.apiKeys.create({
      ...request,
      expiresAt: expiry?.(node.clock.now()) ?? null,
      createdBy: consolePrincipal().id,
    });
    await auditKeyChange(node, input, { operation: 'keys.create', before: null, after: key });
    noteIfNotDurable(node, io);
    io.result({ key, token }, () => {
      io.line(token);
      io.note(`this is the only time that the key is shown; key:revoke ${key.id} ends it`);
    });
  }
}

/** Reads what is wrong without the application before that is loaded. */
function readRequest(input: CommandInput): NewApiKey {
  const [name, tenant] = [input.text('name'), input.text('tenant')];
  const [permissions, preset] = [input.text('permissions'), input.text('preset')];
  if (name === undefined) throw new UsageError('--name is needed: it tells what the key is for');
  if ((permissions === undefined) === (preset === undefined))
    throw new UsageError('exactly one of --permissions and --preset is needed');
  return {
    name,
    tenant: tenant === undefined ? null : toTenant(tenant),
    ...(preset === undefined ? {} : { preset: preset as Preset }),
    ...(permissions === undefined ? {} : { permissions: permissions.split(',').map((each) => each.trim()) }),
  };
}
