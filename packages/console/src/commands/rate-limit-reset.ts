import type { RateLimitScope } from '@scheduler/core';
import { Command } from '../command/command.js';
import type { CommandContext } from '../command/command-context.js';
import type { CommandInput } from '../command/command-input.js';
import { styled } from '../output/text.js';
import { noteIfNotDurable } from './job-command.js';

export class RateLimitReset extends Command {
  readonly name = 'rate-limit:reset';
  readonly description = 'Fill the bucket of a rate limit, for all nodes';
  override readonly arguments = [
    {
      name: 'scope',
      description: 'what the limit is for',
      choices: ['global', 'queue', 'type', 'custom'],
    },
    { name: 'key', description: 'the queue, job type or name of the limit', required: false },
  ];
  override readonly options = [
    {
      flags: '--tenant <tenant>',
      description: 'the bucket of this tenant, where each tenant has its own',
    },
  ];
  override readonly help = `Work that waits for tokens of a queue or of all work starts within a second. Executions that were put back by the limit of their type come when their token was expected, at most after five minutes.`;

  async run(input: CommandInput, context: CommandContext): Promise<void> {
    const { io } = context;
    const node = await context.node();
    const scope = input.argument('scope') as RateLimitScope;
    const key = input.optionalArgument('key') ?? null;
    const tenant = input.text('tenant');
    const rateLimit = await node.rateLimits.reset(scope, key, tenant === undefined ? {} : { tenant });
    noteIfNotDurable(node, io);
    io.result({ rateLimit }, () => {
      const name = key === null ? scope : `${scope} ${key}`;
      io.info('filled ', styled('bold', name), `: ${rateLimit.tokens} of ${rateLimit.capacity} tokens`);
    });
  }
}
