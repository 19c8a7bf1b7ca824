import { existsSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { basename, dirname, join, relative, resolve, sep } from 'node:path';
import { isJobType, JOB_TYPE_RULE } from '@scheduler/contracts';
import { Command } from '../command/command.js';
import type { CommandContext } from '../command/command-context.js';
import type { CommandInput } from '../command/command-input.js';
import { ConsoleError, UsageError } from '../output/console-error.js';
import { bindingText, type HandlerNames, handlerSource, testSource } from '../make/handler-source.js';
import { projectOf, TEST_RUNNERS, type TestRunner } from '../make/project-of.js';
import { styled } from '../output/text.js';
import { projectRoot } from '../stores/project-root.js';

export class MakeHandler extends Command {
  readonly name = 'make:handler';
  readonly description = 'Write a handler class and its test';
  override readonly arguments = [{ name: 'name', description: 'such as ExportReport' }];
  override readonly options = [
    { flags: '--type <type>', description: 'the job type (default from the name: export_report)' },
    {
      flags: '--dir <folder>',
      description: 'where to write (default src/handlers of the project)',
    },
    {
      flags: '--tests <runner>',
      description: 'the test runner (default the one in package.json)',
      choices: [...TEST_RUNNERS, 'none'],
    },
    { flags: '-f, --force', description: 'overwrite files' },
  ];

  async run(input: CommandInput, { io, cwd }: CommandContext): Promise<void> {
    const names = readNames(input);
    const dir = input.text('dir');
    const folder = dir === undefined ? join(projectRoot(cwd), 'src/handlers') : resolve(cwd, dir);
    const project = await projectOf(folder);
    const runner = (input.text('tests') ?? project.testRunner) as TestRunner | 'none';
    const files = new Map([[join(folder, `${names.file}.ts`), handlerSource(names)]]);
    if (runner !== 'none') {
      const source = testSource(names, { runner, extension: project.importExtension });
      files.set(join(folder, `${names.file}.test.ts`), source);
    }
    const written = await writeAll(files, { cwd, force: input.flag('force') });
    io.result({ files: written, className: names.className, type: names.type }, () => {
      for (const file of written) io.info('wrote ', styled('bold', file));
      io.info('');
      const source = sourceFolderOf(folder);
      const from = `./${join(relative(source, folder), names.file).split(sep).join('/')}${project.importExtension}`;
      const into = relative(cwd, source) || '.';
      for (const line of bindingText(names, { from, into }).split('\n')) io.info(line);
    });
  }
}

/** The folder of the sources, where handlers are registered: `src` above the handler, else the project. */
function sourceFolderOf(folder: string): string {
  for (let current = folder; dirname(current) !== current; current = dirname(current))
    if (basename(current) === 'src') return current;
  return projectRoot(folder);
}

interface WriteOptions {
  readonly cwd: string;
  readonly force: boolean;
}

/** Writes all files or, if one of them exists, none. */
async function writeAll(files: ReadonlyMap<string, string>, { cwd, force }: WriteOptions): Promise<string[]> {
  const existing = [...files.keys()].filter((file) => existsSync(file));
  if (existing.length > 0 && !force) {
    const shown = existing.map((file) => relative(cwd, file)).join(' and ');
    throw new ConsoleError(
      'FILE_EXISTS',
      `${shown} ${existing.length > 1 ? 'exist' : 'exists'} already; choose another name, or --force to overwrite`,
    );
  }
  for (const [file, source] of files) {
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, source);
  }
  return [...files.keys()].map((file) => relative(cwd, file));
}

const NAME = /^[A-Za-z][A-Za-z0-9]*(?:[-_][A-Za-z0-9]+)*$/;

function readNames(input: CommandInput): HandlerNames {
  const name = input.argument('name');
  const words = NAME.test(name) ? wordsOf(name) : [];
  if (words.length === 0) {
    throw new UsageError(
      `name: ${JSON.stringify(name)} is not a name; accepted: letters and digits, such as ExportReport or export-report`,
    );
  }
  const type = input.text('type') ?? words.join('_');
  if (!isJobType(type)) {
    throw new UsageError(`--type: ${JSON.stringify(type)} is not a job type; accepted: ${JOB_TYPE_RULE}`);
  }
  const base = words.map((word) => `${word[0]?.toUpperCase()}${word.slice(1)}`).join('');
  return { base, className: `${base}Handler`, type, file: `${words.join('-')}.handler` };
}

/** `ExportReportHandler` → export, report */
function wordsOf(name: string): readonly string[] {
  const words = name
    .replace(/([a-z0-9])([A-Z])/g, '$1-$2')
    .replace(/([A-Z])([A-Z][a-z])/g, '$1-$2')
    .toLowerCase()
    .split(/[-_]/);
  return words.length > 1 && words.at(-1) === 'handler' ? words.slice(0, -1) : words;
}
