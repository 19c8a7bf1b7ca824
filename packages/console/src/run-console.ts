import type { Clock } from '@scheduler/contracts';
import type { ApplicationSource } from './application/application.js';
import { ApplicationLoader } from './application/application-loader.js';
import type { Command } from './command/command.js';
import { CommandCatalog } from './application/command-catalog.js';
import type { CommandContext, CommandSummary } from './command/command-context.js';
import type { CommandInput } from './command/command-input.js';
import { runAsConsole } from './command/run-as-console.js';
import { EndAtOnce } from './output/console-error.js';
import { readGlobalOptions } from './command-line/global-options.js';
import { namedCommand, parseCommandLine } from './command-line/parse-command-line.js';
import { ConsoleIo, type ReadableSource, type SignalSource } from './output/console-io.js';
import type { WritableTarget } from './output/output-stream.js';
import { reserveStdout } from './output/reserve-stdout.js';
import { VERSION } from './version.js';

/** The environment of a run of the console. Options that are left out are taken from the process. */
export interface RunConsoleOptions {
  /** The words after the name of the program. */
  readonly argv: readonly string[];
  readonly cwd?: string;
  readonly env?: Readonly<Record<string, string | undefined>>;
  readonly stdout?: WritableTarget;
  readonly stderr?: WritableTarget;
  readonly stdin?: ReadableSource;
  readonly signals?: SignalSource;
  /** The clock for commands that load no application. */
  readonly clock?: Pick<Clock, 'now'>;
  /** Used instead of a `scheduler.config` file. The caller also closes it. */
  readonly application?: ApplicationSource;
  /**
   * How the same program is started again with other words after it, which `schedule:work --processes` does. Default: Node.js with the script
   * that this process was started with.
   */
  readonly program?: readonly string[];
}

const systemClock: Pick<Clock, 'now'> = { now: () => new Date() };

/**
 * Runs one command and resolves to its exit code. It never ends the process and keeps no state.
 *
 * @example
 * // An application's own binary, without a scheduler.config file:
 * process.exitCode = await runConsole({ argv: process.argv.slice(2), application: container });
 */
export async function runConsole(options: RunConsoleOptions): Promise<number> {
  const { cwd = process.cwd(), env = process.env, clock = systemClock } = options;
  const { config, ...outputOptions } = readGlobalOptions(options.argv);
  const application = new ApplicationLoader({ cwd, config, env, source: options.application });
  const catalog = new CommandCatalog(application);
  const reserved = options.stdout === undefined && outputOptions.json ? reserveStdout() : null;
  const io = new ConsoleIo({
    stdout: options.stdout ?? reserved?.target ?? process.stdout,
    stderr: options.stderr ?? process.stderr,
    stdin: () => options.stdin ?? process.stdin,
    signals: options.signals ?? process,
    env,
    ...outputOptions,
  });
  const context: CommandContext = {
    io,
    cwd,
    env,
    argv: options.argv,
    program: options.program ?? [process.execPath, ...process.execArgv, process.argv[1] ?? ''],
    clock,
    node: () => application.node(),
    unopenedNode: () => application.unopenedNode(),
    http: () => application.http(),
    commands: () => allCommands(catalog, io),
    declarations: () => allDeclarations(catalog, io),
  };
  try {
    const exitCode = await runCommand(options.argv, catalog, context);
    await application.close();
    return exitCode;
  } catch (error) {
    if (error instanceof EndAtOnce) return error.exitCode;
    const { reportError } = await import('./command-line/report-error.js');
    const exitCode = reportError(io, error);
    await application.close().catch((closing: unknown) => reportError(io, closing));
    return exitCode;
  } finally {
    io.release();
    reserved?.release();
  }
}

async function runCommand(
  words: readonly string[],
  catalog: CommandCatalog,
  context: CommandContext,
): Promise<number> {
  const { io } = context;
  // A call without a command lists the commands.
  const argv = namesNoCommand(words) ? ['list', ...words] : words;
  const name = namedCommand(argv);
  const command = name === null ? null : await findCommand(name, catalog, io);
  const commands =
    name === null || command !== null ? catalog.knownWith(command) : await catalog.suggestions();
  const parsed = parseCommandLine({ argv, version: VERSION, commands, command, width: io.width });
  if (parsed.kind === 'command' && command !== null) return run(command, parsed.input, context);
  if (parsed.kind === 'command') return 0;
  io.result({ [parsed.kind]: parsed.text }, () => io.raw(parsed.text));
  return 0;
}

async function run(command: Command, input: CommandInput, context: CommandContext): Promise<number> {
  try {
    return (await runAsConsole(() => command.run(input, context))) ?? 0;
  } catch (error) {
    const { reword } = await import('./command-line/reword-error.js');
    throw await reword(error, { command, input, context });
  }
}

function namesNoCommand(argv: readonly string[]): boolean {
  const asksForText = argv.some((word) => ['-h', '--help', '-V', '--version', 'help'].includes(word));
  return !asksForText && namedCommand(argv) === null;
}

/** An application that cannot be loaded must not hide a misspelled command: it causes a warning, and the command is unknown. */
async function findCommand(name: string, catalog: CommandCatalog, io: ConsoleIo): Promise<Command | null> {
  try {
    return await catalog.find(name);
  } catch (error) {
    warnAboutApplication(io, error);
    return null;
  }
}

async function allCommands(catalog: CommandCatalog, io: ConsoleIo): Promise<readonly CommandSummary[]> {
  try {
    return await catalog.all();
  } catch (error) {
    warnAboutApplication(io, error);
    return catalog.knownWith(null);
  }
}

async function allDeclarations(catalog: CommandCatalog, io: ConsoleIo): Promise<readonly Command[]> {
  try {
    return await catalog.declarations();
  } catch (error) {
    warnAboutApplication(io, error);
    return catalog.builtIn();
  }
}

function warnAboutApplication(io: ConsoleIo, error: unknown): void {
  const message = error instanceof Error ? error.message : String(error);
  io.warn(`the commands of the application are unknown: ${message}`);
}
