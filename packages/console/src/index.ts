export {
  type Application,
  type ApplicationHttp,
  type ApplicationContainer,
  type ApplicationOptions,
  type ApplicationSource,
  type ReadyHook,
} from './application/application.js';
export {
  CONSOLE_COMMANDS,
  CONSOLE_HTTP,
  CONSOLE_READY,
  SCHEDULER_NODE,
} from './application/console-tokens.js';
export { Command } from './command/command.js';
export type { CommandArgument, CommandDeclaration, CommandOption } from './command/command-declaration.js';
export type { CommandContext, CommandSummary } from './command/command-context.js';
export type { HttpOptions } from './command/http-options.js';
export type { CommandInput, IntegerRange } from './command/command-input.js';
export { ConsoleError, type ConsoleErrorCode, UsageError } from './output/console-error.js';
export type { ConsoleIo, ReadableSource, SignalSource, StopSignal } from './output/console-io.js';
export type { WritableTarget } from './output/output-stream.js';
export type { Column } from './output/table.js';
export { type Style, styled, type Styled, type Text } from './output/text.js';
export { runConsole, type RunConsoleOptions } from './run-console.js';
