import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

/** The folders of the workspace that have sources, as paths below its root: `packages/core`, `tools/sim`. */
export function projectFolders(root) {
  return ['packages', 'apps', 'tools']
    .filter((group) => existsSync(join(root, group)))
    .flatMap((group) =>
      readdirSync(join(root, group))
        .sort()
        .map((name) => `${group}/${name}`),
    )
    .filter((project) => existsSync(join(root, project, 'src')));
}
