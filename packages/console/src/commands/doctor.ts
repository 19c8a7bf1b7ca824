import { Command } from '../command/command.js';
import type { CommandContext } from '../command/command-context.js';
import type { CommandInput } from '../command/command-input.js';
import { type Check, type CheckStatus, counted } from '../doctor/check.js';
import { examine } from '../doctor/examine.js';
import { type Style, styled } from '../output/text.js';

const MARKS: Readonly<Record<CheckStatus, { readonly sign: string; readonly style: Style }>> = {
  ok: { sign: '✔', style: 'green' },
  info: { sign: 'ℹ', style: 'cyan' },
  warning: { sign: '⚠', style: 'yellow' },
  error: { sign: '✖', style: 'red' },
};

export class Doctor extends Command {
  readonly name = 'doctor';
  readonly description = 'Check the setup and suggest how to fix what is wrong; exit code 1 on an error';
  override readonly help = `Checks the version of Node.js, the configuration and its variables, the store and its tables, clocks, handlers without jobs,
overdue jobs, queues that no node processes, lost leases, dead letters, and stored work that has no handler or does not fit this build.
✔ means fine, ℹ information, ⚠ a warning, ✖ an error. Nothing is written, except the tables of an embedded store.`;

  async run(_input: CommandInput, context: CommandContext): Promise<number> {
    const { io } = context;
    const checks = await examine(context);
    const count = (status: CheckStatus) => checks.filter((check) => check.status === status).length;
    const summary = { errors: count('error'), warnings: count('warning') };
    io.result({ healthy: summary.errors === 0, ...summary, checks }, () => {
      const width = Math.max(...checks.map(({ name }) => name.length));
      for (const check of checks) print(context, check, width);
      io.info('');
      io.info(
        `${checks.length} checks, ${counted(summary.errors, 'error')}, ${counted(summary.warnings, 'warning')}`,
      );
    });
    return summary.errors === 0 ? 0 : 1;
  }
}

function print({ io }: CommandContext, { name, status, message, wayOut }: Check, width: number): void {
  const { sign, style } = MARKS[status];
  io.line(styled(style, sign), ` ${name.padEnd(width)}  ${message}`);
  if (wayOut !== null) io.line(styled('dim', `${' '.repeat(width + 4)}→ ${wayOut}`));
}
