import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, realpathSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

const root = fileURLToPath(new URL('../..', import.meta.url));
const OWN_SCOPE = '@scheduler';

/**
 * Another commit of this repository in a folder of its own, with the packages compiled. Its dependencies are those that are installed here.
 *
 * @returns its `folder`, its `url`, the `commit` in short, and `remove()`
 */
export function checkOut(name, builds) {
  const git = (...args) => execFileSync('git', args, { cwd: root, encoding: 'utf8' }).trim();
  const commit = git('rev-parse', '--short', `${name}^{commit}`);
  const folder = mkdtempSync(join(tmpdir(), 'scheduler-guard-'));
  const remove = () => {
    rmSync(folder, { recursive: true, force: true });
    git('worktree', 'prune');
  };
  try {
    git('worktree', 'add', '--detach', '--force', folder, commit);
    linkDependencies(folder);
    const configurations = builds.map((project) => join(folder, project, 'tsconfig.lib.json'));
    const compiler = join(root, 'node_modules/typescript/bin/tsc');
    execFileSync(process.execPath, [compiler, '--build', ...configurations], {
      cwd: folder,
      stdio: 'inherit',
    });
  } catch (error) {
    remove();
    throw error;
  }
  return { folder, url: pathToFileURL(`${folder}/`), commit, remove };
}

/** Links every dependency that is installed here, and the packages of the workspace to those of the other commit. */
function linkDependencies(folder) {
  const [from, to] = [join(root, 'node_modules'), join(folder, 'node_modules')];
  mkdirSync(join(to, OWN_SCOPE), { recursive: true });
  for (const name of readdirSync(from)) if (name !== OWN_SCOPE) symlinkSync(join(from, name), join(to, name));
  for (const name of readdirSync(join(from, OWN_SCOPE))) {
    const inside = realpathSync(join(from, OWN_SCOPE, name)).slice(root.length);
    symlinkSync(join(folder, inside), join(to, OWN_SCOPE, name));
  }
}
