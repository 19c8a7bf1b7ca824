import { readdir } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import { UsageError } from '../output/console-error.js';

const TARBALL = /^scheduler-([a-z-]+)-\d.*\.tgz$/;

/** Packed packages of ours by name, from a folder that `npm pack` wrote to. */
export async function tarballsIn(folder: string): Promise<ReadonlyMap<string, string>> {
  const names = await readdir(folder).catch(() => {
    throw new UsageError(`--packages: ${JSON.stringify(folder)} cannot be read; accepted: a folder`);
  });
  return new Map(
    names.flatMap((file) => {
      const name = TARBALL.exec(file)?.[1];
      return name === undefined ? [] : [[`@scheduler/${name}`, join(folder, file)] as const];
    }),
  );
}

export interface TarballRequest {
  readonly tarballs: ReadonlyMap<string, string>;
  /** Where they are, for messages. */
  readonly packages: string;
  /** Where the project is to be. */
  readonly project: string;
}

/** As a dependency in package.json: relative, so that project and packages can move together. */
export function tarballVersion(packageName: string, { tarballs, packages, project }: TarballRequest): string {
  const file = tarballs.get(packageName);
  if (file !== undefined) return `file:${relative(project, file).split(sep).join('/')}`;
  const wanted = `${packageName.replace('@', '').replace('/', '-')}-<version>.tgz`;
  throw new UsageError(
    `--packages: ${JSON.stringify(packages)} has no ${wanted}; accepted: a folder with all packages, as npm pack -w packages --pack-destination writes them`,
  );
}
