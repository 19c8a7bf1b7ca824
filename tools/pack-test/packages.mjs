import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { run } from './command.mjs';

export const root = fileURLToPath(new URL('../..', import.meta.url));

/** Manifests of all packages that are meant for the registry. */
export function publishablePackages() {
  return readdirSync(join(root, 'packages'))
    .map((folder) => join(root, 'packages', folder, 'package.json'))
    .filter((file) => existsSync(file))
    .map((file) => JSON.parse(readFileSync(file, 'utf8')))
    .filter((manifest) => !manifest.private);
}

/**
 * What others may import from a package, its sub-paths included: [{ specifier, files }], such as
 * `@scheduler/contracts/adapter` with the files of the tarball that it leads to.
 */
export function entriesOf({ name, exports }) {
  return Object.entries(exports)
    .filter(([path]) => path !== './package.json')
    .map(([path, target]) => ({
      specifier: `${name}${path.slice(1)}`,
      files: publishedFilesOf(target).map((file) => file.replace('./', '')),
    }));
}

/** The files of an entry, under every condition except that of the workspace. */
function publishedFilesOf(target) {
  return Object.entries(target)
    .filter(([condition]) => condition !== '@scheduler/source')
    .flatMap(([, value]) => (typeof value === 'string' ? value : publishedFilesOf(value)));
}

/** Deletes what was built from sources that are gone. The compiler leaves it, and it would be published. */
function removeStaleOutput({ name }) {
  const folder = join(root, 'packages', name.replace('@scheduler/', ''));
  for (const output of ['dist', 'esm/dist'].map((path) => join(folder, path)).filter(existsSync)) {
    const files = readdirSync(output, { recursive: true, encoding: 'utf8' });
    for (const file of files.filter((each) => BUILT.test(each) && !each.startsWith(BUNDLED)))
      if (!existsSync(join(folder, 'src', file.replace(BUILT, '.ts')))) rmSync(join(output, file));
  }
}

/** What a bundler has made, which empties its folder itself. */
const BUNDLED = 'browser/';
const BUILT = /(?:\.d\.ts|\.js)(?:\.map)?$/;

/** Packs them into the folder; resolves to name → { file, contents, packed, unpacked }, the last two in bytes. */
export async function pack(packages, folder) {
  packages.forEach(removeStaleOutput);
  const workspaces = packages.flatMap(({ name }) => ['--workspace', name]);
  const options = ['--json', '--ignore-scripts', '--pack-destination', folder];
  const packed = JSON.parse(await run('npm', ['pack', ...options, ...workspaces], root));
  return new Map(
    Object.values(packed).map(({ name, filename, files, size, unpackedSize }) => [
      name,
      {
        file: join(folder, filename),
        contents: files.map(({ path }) => path),
        packed: size,
        unpacked: unpackedSize,
      },
    ]),
  );
}
