import { existsSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import { isJobType, JOB_TYPE_RULE } from '@scheduler/contracts';
import { Command } from '../command/command.js';
import type { CommandOption } from '../command/command-declaration.js';
import type { CommandContext } from '../command/command-context.js';
import type { CommandInput } from '../command/command-input.js';
import { checkFileName, checkSource } from '../handler-check/check-source.js';
import { CHECK_FOLDER, findHandlerCheck } from '../handler-check/find-handler-check.js';
import type { HandlerCheckOverrides } from '../handler-check/handler-check.js';
import { ConsoleError, UsageError } from '../output/console-error.js';
import { styled } from '../output/text.js';
import { readPayload } from '../reading/read-values.js';
import { projectRoot } from '../stores/project-root.js';

export class HandlerCheck extends Command {
  readonly name = 'handler:check';
  readonly description =
    'Run a handler under faults over doubles; exit code 1 if it is not safe to run again';
  override readonly arguments = [{ name: 'type', description: 'the job type' }];
  override readonly options: readonly CommandOption[] = [
    {
      flags: '--check <file>',
      description: `the check file (default the one of the type below ${CHECK_FOLDER})`,
    },
    { flags: '--payload <json>', description: 'instead of that of the check; @file or - for stdin' },
    { flags: '--seeds <n>', description: 'how many orders of two attempts at once are tried (default 20)' },
    { flags: '--only <fault>', description: 'run one fault again, as the report names it, such as killed@2' },
    { flags: '--write', description: 'write a check file to fill in, and run nothing' },
  ];
  override readonly help =
    'Runs the handler killed, aborted, failing, frozen and twice at once, at each of its calls, and compares its effects with those of\n' +
    'an undisturbed run. It runs over the doubles of a check file and never over what the application is connected to, and opens no store.\n' +
    'See docs/testing-handlers.md.';

  async run(input: CommandInput, context: CommandContext): Promise<number> {
    const type = input.argument('type');
    if (!isJobType(type))
      throw new UsageError(`type: ${JSON.stringify(type)} is not a job type; accepted: ${JOB_TYPE_RULE}`);
    if (input.flag('write')) return write(type, context);
    const overrides = await readOverrides(input, context);
    const { io, cwd } = context;
    const { jobTypes } = await context.unopenedNode();
    if (!jobTypes.includes(type))
      io.warn(`no handler of the application lists the job type ${JSON.stringify(type)}`);
    const { file, check } = await findHandlerCheck(type, { cwd, file: input.text('check') });
    const report = await check.run(overrides);
    io.result({ type, file, report }, () => {
      for (const line of String(report).split('\n')) io.line(line);
    });
    return report.safe ? 0 : 1;
  }
}

async function readOverrides(input: CommandInput, context: CommandContext): Promise<HandlerCheckOverrides> {
  const [seeds, only] = [input.integer('seeds', { max: 100_000 }), input.text('only')];
  const payload = await readPayload(input, context);
  return {
    ...(payload === undefined ? {} : { payload }),
    ...(seeds === undefined ? {} : { seeds }),
    ...(only === undefined ? {} : { only }),
  };
}

async function write(type: string, { io, cwd }: CommandContext): Promise<number> {
  const file = join(projectRoot(cwd), CHECK_FOLDER, checkFileName(type));
  const shown = relative(cwd, file);
  if (existsSync(file))
    throw new ConsoleError('FILE_EXISTS', `${shown} exists already; fill it in, or delete it first`);
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, checkSource(type));
  io.result({ file: shown, type }, () => {
    io.info('wrote ', styled('bold', shown));
    io.info(`give it your handler, then: scheduler handler:check ${type}`);
  });
  return 0;
}
