// eslint-disable-next-line @nx/enforce-module-boundaries -- the rules of the workspace are above its projects
import workspace from '../../eslint.config.mjs';

export default [
  ...workspace,
  // The peers have their own package.json, which the rule does not read.
  { files: ['**/peers/*.mjs'], rules: { '@nx/enforce-module-boundaries': 'off' } },
];
