import type { CommandContext } from './command-context.js';
import type { CommandArgument, CommandDeclaration, CommandOption } from './command-declaration.js';
import type { CommandInput } from './command-input.js';

/**
 * One command of the console. An application adds its own by binding a class under the tag `CONSOLE_COMMANDS`, or by naming it in the
 * options that its `scheduler.config` exports.
 *
 * @example
 * export class ReportsResend extends Command {
 *   readonly name = 'reports:resend';
 *   readonly description = 'Send the reports of a day again';
 *   override readonly arguments = [{ name: 'day', description: 'such as 2026-11-01' }];
 *
 *   async run(input: CommandInput, { io, node }: CommandContext): Promise<void> {
 *     const { scheduler } = await node();
 *     const execution = await scheduler.enqueue({ type: 'resend_reports', payload: { day: input.argument('day') } });
 *     io.result({ executionId: execution.id }, () => io.info(`queued as ${execution.id}`));
 *   }
 * }
 */
export abstract class Command implements CommandDeclaration {
  abstract readonly name: string;
  abstract readonly description: string;
  readonly arguments: readonly CommandArgument[] = [];
  readonly options: readonly CommandOption[] = [];
  readonly help: string = '';

  /** Resolves to the exit code; undefined means 0. Errors are reported: a UsageError ends with exit code 2, any other error with 1. */
  abstract run(input: CommandInput, context: CommandContext): Promise<number | void>;
}
