import { createNodeFromEnvironment } from '../stores/from-environment.js';
import { projectRoot } from '../stores/project-root.js';
import type { ApplicationOptions } from './application.js';

export type Environment = Readonly<Record<string, string | undefined>>;

/**
 * What the console works on where there is no configuration: the store that `SCHEDULER_STORE` names, to look after it. It has no handlers,
 * so that it runs no work; the types of jobs are accepted as they are, because the nodes that handle them are elsewhere.
 */
export function environmentApplication({
  cwd,
  env,
}: {
  readonly cwd: string;
  readonly env: Environment;
}): ApplicationOptions {
  return {
    node: () =>
      createNodeFromEnvironment({ env, root: projectRoot(cwd), config: { unknownTypes: 'accept' } }),
  };
}
