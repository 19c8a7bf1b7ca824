import type { StoreName } from '../stores/store-registry.js';

/** What is decided about a project before a file of it is written. */
export interface ProjectPlan {
  /** The name in its package.json. */
  readonly name: string;
  /** The store of its jobs. */
  readonly store: StoreName;
  /** Where npm finds a package of ours, such as `0.1.0` or `file:../packages/scheduler-core-0.1.0.tgz`. */
  readonly versionOf: (packageName: string) => string;
  /** Packages of ours that only other packages of ours need. A registry has them; tarballs of them have to be listed. */
  readonly indirect: readonly string[];
}

/** A name that npm accepts, from that of a folder. */
export function packageNameOf(folder: string): string {
  const name = folder
    .toLowerCase()
    .replaceAll(/[^a-z0-9._-]+/g, '-')
    .replaceAll(/^[._-]+|[._-]+$/g, '')
    .slice(0, 100);
  return name === '' ? 'scheduler-project' : name;
}
