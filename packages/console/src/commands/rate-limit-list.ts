import { formatDuration } from '@scheduler/contracts';
import type { RateLimitStatus } from '@scheduler/core';
import { Command } from '../command/command.js';
import type { CommandContext } from '../command/command-context.js';
import type { CommandInput } from '../command/command-input.js';
import type { Column } from '../output/table.js';
import { styled } from '../output/text.js';

const COLUMNS: readonly Column<RateLimitStatus>[] = [
  { header: 'SCOPE', cell: ({ scope }) => scope },
  { header: 'KEY', cell: ({ key }) => key ?? '-', fixed: true },
  {
    header: 'TOKENS',
    cell: ({ tokens }) => (tokens < 1 ? styled('yellow', tokens.toFixed(1)) : tokens.toFixed(1)),
    align: 'right',
  },
  { header: 'CAPACITY', cell: ({ capacity }) => String(capacity), align: 'right' },
  { header: 'PERIOD', cell: ({ periodMs }) => formatDuration(periodMs), align: 'right' },
  { header: 'PER SECOND', cell: ({ refillRate }) => String(Number(refillRate.toFixed(3))), align: 'right' },
];

export class RateLimitList extends Command {
  readonly name = 'rate-limit:list';
  readonly description = 'Show the configured rate limits and their remaining tokens';
  override readonly options = [
    {
      flags: '--scope <scope>',
      description: 'only rate limits of this scope',
      choices: ['global', 'queue', 'type', 'custom'],
    },
    { flags: '--tenant <tenant>', description: 'the tokens that are left for the work of this tenant' },
  ];
  override readonly help = `TOKENS is how many executions all nodes together may start now. CAPACITY tokens are refilled in each PERIOD, evenly.`;

  async run(input: CommandInput, context: CommandContext): Promise<void> {
    const { io } = context;
    const scope = input.text('scope') as RateLimitStatus['scope'] | undefined;
    const node = await context.node();
    const tenant = input.text('tenant');
    const rateLimits = await node.rateLimits.status(scope, null, tenant === undefined ? {} : { tenant });
    io.result({ rateLimits }, () => {
      if (rateLimits.length === 0) io.info('no rate limit is configured');
      else io.table(COLUMNS, rateLimits);
    });
  }
}
