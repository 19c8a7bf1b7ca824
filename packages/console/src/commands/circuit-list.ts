import { formatDuration } from '@scheduler/contracts';
import type { CircuitStatus } from '@scheduler/core';
import { Command } from '../command/command.js';
import type { CommandContext } from '../command/command-context.js';
import type { CommandInput } from '../command/command-input.js';
import type { Column } from '../output/table.js';
import { type Style, styled } from '../output/text.js';
import { relativeTime } from '../output/times.js';

const STYLES: Readonly<Record<CircuitStatus['state'], Style>> = {
  closed: 'green',
  half_open: 'yellow',
  open: 'red',
};

const TENANT: Column<CircuitStatus> = { header: 'TENANT', cell: ({ tenant }) => tenant ?? '-' };

const columnsAt = (now: Date, withTenants: boolean): readonly Column<CircuitStatus>[] => [
  { header: 'CIRCUIT', cell: ({ name }) => name, fixed: true },
  ...(withTenants ? [TENANT] : []),
  { header: 'STATE', cell: ({ state }) => styled(STYLES[state], state) },
  {
    header: 'FAILURES',
    cell: ({ failures, options }) => `${failures} of ${options.failureThreshold}`,
    align: 'right',
  },
  { header: 'RESET AFTER', cell: ({ options }) => formatDuration(options.resetTimeoutMs), align: 'right' },
  { header: 'RETRY', cell: ({ retryAt }) => (retryAt === null ? '-' : relativeTime(retryAt, now)) },
  { header: 'LAST ERROR', cell: ({ error }) => error ?? '-' },
];

export class CircuitList extends Command {
  readonly name = 'circuit:list';
  readonly description = 'Show the circuits and their states on all nodes';
  override readonly help = `FAILURES counts failures in a row. The first execution after the instant in RETRY tests whether an open circuit can be closed.`;

  async run(_input: CommandInput, context: CommandContext): Promise<void> {
    const { io } = context;
    const node = await context.node();
    const circuits = await node.circuits.getAllStates();
    io.result({ circuits }, () => {
      if (circuits.length === 0) io.info('no circuit is configured, and none has failed');
      else {
        const withTenants = circuits.some(({ tenant }) => tenant !== undefined);
        io.table(columnsAt(node.clock.now(), withTenants), circuits);
      }
    });
  }
}
