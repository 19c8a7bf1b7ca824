/** Where the jobs of a new project are kept. */
export const PROJECT_STORES = ['sqlite', 'postgres', 'mysql', 'redis', 'memory'] as const;

export type ProjectStore = (typeof PROJECT_STORES)[number];

/** What is decided about a project before a file of it is written. */
export interface ProjectPlan {
  /** Of its package.json. */
  readonly name: string;
  readonly store: ProjectStore;
  /** Where npm finds a package of ours, such as `0.1.0` or `file:../packages/scheduler-core-0.1.0.tgz`. */
  readonly versionOf: (packageName: string) => string;
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
