import { lint, rulesOf } from './test-support/lint.js';

const order = 'workspace/folder-order';
const cycle = 'workspace/no-folder-cycle';

const refused: [file: string, code: string, rule: string][] = [
  ['packages/core/src/support/x.ts', `import '../node/x.js';`, order],
  ['packages/core/src/execute/attempt/x.ts', `import '../../dispatch/x.js';`, order],
  ['packages/core/src/policies/x.ts', `import type { X } from '../execute/x.js'; export type Y = X;`, order],
  ['packages/core/src/policies/x.ts', `export type Y = import('../execute/x.js').X;`, order],
  ['packages/core/src/config/x.ts', `export { x } from '../signals/x.js';`, order],
  ['packages/core/src/system/x.ts', `void import('../config/x.js');`, order],
  ['packages/core/src/support/x.ts', `import '../index.js';`, order],
  ['packages/core/src/elsewhere/x.ts', `import '../support/x.js';`, order],
  ['packages/core/src/support/x.ts', `import '../policies/x.js';`, cycle],
  ['packages/memory/src/tables/x.ts', `import '../executions/claim.js';`, cycle],
  ['packages/memory/src/tables/x.ts', `void import('../executions/claim.js');`, cycle],
  ['packages/memory/src/tables/x.ts', `export type X = import('../executions/claim.js').X;`, cycle],
  ['packages/memory/src/tables/x.ts', `import '../memory-store.js';`, cycle],
];

const allowed: [file: string, code: string][] = [
  ['packages/core/src/node/x.ts', `import '../support/x.js'; import './y.js'; import './deep/er.js';`],
  ['packages/core/src/execute/attempt/x.ts', `import '../../policies/x.js';`],
  ['packages/core/src/index.ts', `export { x } from './node/x.js'; export { y } from './support/y.js';`],
  ['packages/core/src/support/x.test.ts', `import '../node/x.js';`],
  ['packages/core/src/test-support/x.ts', `import '../node/x.js'; import '../support/x.js';`],
  ['packages/memory/src/executions/x.ts', `import '../tables/job-runs.js';`],
  ['packages/memory/src/tables/x.test.ts', `import '../executions/claim.js';`],
];

describe('the rules about folders', () => {
  const broken = lint([...refused, ...allowed]);

  it.each(refused.map((each, index) => [...each, index] as const))(
    'refuse in %s: %s',
    (_file, _code, rule, index) => {
      expect(rulesOf(broken[index])).toContain(rule);
    },
  );

  it.each(allowed.map((each, index) => [...each, refused.length + index] as const))(
    'allow in %s: %s',
    (_file, _code, index) => {
      expect(rulesOf(broken[index])).toEqual([]);
    },
  );

  it('name both folders and the order', () => {
    expect(broken[1]?.find(({ rule }) => rule === order)?.message).toMatch(
      /^execute\/ must not import from dispatch\/, which stands above it\. Imports run downwards only, in the order node, define, /,
    );
  });

  it('name the folders of a cycle, and the import that leads back', () => {
    expect(broken[9]?.[0]?.message).toMatch(
      /^This import closes a cycle of folders: tables → executions → tables \(executions\/\S+\.ts imports tables\/\S+\.ts\)\./,
    );
  });
});
