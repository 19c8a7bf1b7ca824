import { basename, relative, resolve } from 'node:path';
import { Command } from '../command/command.js';
import type { CommandContext } from '../command/command-context.js';
import type { CommandInput } from '../command/command-input.js';
import { projectFiles } from '../init/project-files.js';
import { packageNameOf, type ProjectPlan } from '../init/project-plan.js';
import { notesOn } from '../init/project-stores.js';
import { tarballsIn, tarballVersion } from '../init/tarballs.js';
import { refuseUnlessEmpty, writeProject } from '../init/write-project.js';
import { styled } from '../output/text.js';
import { STORE_NAMES, type StoreName } from '../stores/store-registry.js';
import { VERSION } from '../version.js';

export class Init extends Command {
  readonly name = 'init';
  readonly description = 'Write a new project: configuration, first handler, npm scripts';
  override readonly arguments = [{ name: 'folder', description: 'where to write; . is this folder' }];
  override readonly options = [
    {
      flags: '--store <store>',
      description: 'the store for the jobs',
      choices: STORE_NAMES,
      default: STORE_NAMES[0],
    },
    { flags: '--name <name>', description: 'name in package.json (default the name of the folder)' },
    {
      flags: '--packages <folder>',
      description: 'take the packages from the tarballs in this folder instead of the registry',
    },
    { flags: '-f, --force', description: 'write into a folder that is not empty; files that exist are kept' },
  ];
  override readonly help = `Nothing is installed; the command prints the next steps.`;

  async run(input: CommandInput, { io, cwd }: CommandContext): Promise<void> {
    const folder = resolve(cwd, input.argument('folder'));
    const shown = relative(cwd, folder) || '.';
    const plan = await planOf(input, { cwd, folder });
    const files = projectFiles(plan);
    if (!input.flag('force')) await refuseUnlessEmpty(folder, shown);
    const { written, kept } = await writeProject(folder, files);
    const next = nextSteps(plan, shown);
    io.result({ folder, name: plan.name, store: plan.store, written, kept, next }, () => {
      for (const file of written) io.info('wrote ', styled('bold', file));
      for (const file of kept) io.warn(`${file} exists and was kept as it is`);
      io.info('');
      io.info('Next:');
      for (const line of next) io.info(`  ${line}`);
    });
  }
}

interface Place {
  readonly cwd: string;
  readonly folder: string;
}

async function planOf(input: CommandInput, { cwd, folder }: Place): Promise<ProjectPlan> {
  const name = packageNameOf(input.text('name') ?? basename(folder));
  const store = input.text('store') as StoreName;
  const packages = input.text('packages');
  if (packages === undefined) return { name, store, versionOf: () => VERSION, indirect: [] };
  const tarballs = await tarballsIn(resolve(cwd, packages));
  return {
    name,
    store,
    versionOf: (packageName) => tarballVersion(packageName, { tarballs, packages, project: folder }),
    indirect: ['@scheduler/dashboard', '@scheduler/http', '@scheduler/recurrence', '@scheduler/workflow'],
  };
}

function nextSteps({ store }: ProjectPlan, shown: string): readonly string[] {
  const enter = shown === '.' ? [] : [`cd ${shown}`];
  return [...enter, 'npm install', ...notesOn(store).preparation, 'npm start'];
}
