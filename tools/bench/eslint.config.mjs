// eslint-disable-next-line @nx/enforce-module-boundaries -- the rules of the workspace lie above its projects
import workspace from '../../eslint.config.mjs';

export default [
  ...workspace,
  // The peers have a package.json of their own, which the rule does not read.
  { files: ['**/peers/*.mjs'], rules: { '@nx/enforce-module-boundaries': 'off' } },
];
