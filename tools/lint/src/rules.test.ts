import { lint, rulesOf } from './test-support/lint.js';

const boundaries = '@nx/enforce-module-boundaries';

const refused: [file: string, code: string, rule: string][] = [
  ['packages/contracts/src/x.ts', `import 'zod';`, boundaries],
  ['packages/contracts/src/x.ts', `import '@scheduler/core';`, boundaries],
  ['packages/contracts/src/x.ts', `import 'node:fs';`, 'no-restricted-imports'],
  ['packages/recurrence/src/x.ts', `import 'node:fs';`, 'no-restricted-imports'],
  ['packages/recurrence/src/x.ts', `import '@scheduler/core';`, boundaries],
  ['packages/recurrence/src/x.ts', `import 'luxon';`, boundaries],
  ['packages/recurrence/src/x.ts', `export const now = Date.now();`, 'no-restricted-properties'],
  ['packages/redis/src/x.ts', `import 'bullmq';`, boundaries],
  ['packages/redis/src/x.ts', `import '@scheduler/memory';`, boundaries],
  ['packages/bullmq/src/x.ts', `import '@scheduler/core';`, boundaries],
  ['packages/core/src/x.ts', `import '@scheduler/memory';`, boundaries],
  ['packages/core/src/x.ts', `import 'commander';`, boundaries],
  ['packages/core/src/x.ts', `import 'inversify';`, boundaries],
  ['packages/core/src/x.ts', `import '../../contracts/src/index.js';`, boundaries],
  ['packages/core/src/x.test.ts', `import '@scheduler/memory';`, boundaries],
  ['packages/memory/src/x.ts', `import '@scheduler/core';`, boundaries],
  ['packages/memory/src/x.ts', `import '@scheduler/testing';`, boundaries],
  ['packages/memory/src/x.ts', `import 'luxon';`, boundaries],
  ['packages/testing/src/x.ts', `import '@scheduler/memory';`, boundaries],
  ['packages/testing/src/x.test.ts', `import '@scheduler/memory';`, boundaries],
  ['packages/console/src/x.ts', `import 'inversify';`, boundaries],
  ['packages/console/src/x.ts', `void import('@scheduler/memory');`, boundaries],
  ['packages/inversify/src/x.ts', `import '@scheduler/memory';`, boundaries],
  ['apps/reference/src/main.ts', `import '@scheduler/testing';`, boundaries],
  ['apps/reference/src/domains/mail/x.ts', `import '@scheduler/core';`, 'no-restricted-imports'],
  ['apps/reference/src/domains/mail/x.ts', `import 'inversify';`, 'no-restricted-imports'],
  ['apps/reference/src/domains/mail/x.ts', `import '@scheduler/workflow';`, 'no-restricted-imports'],
  ['apps/reference/src/domains/mail/x.workflow.ts', `import '@scheduler/core';`, 'no-restricted-imports'],
  ['apps/reference/src/domains/mail/x.workflow.ts', `import '../../main.js';`, 'no-restricted-imports'],
  ['apps/reference/src/domains/mail/x.ts', `import '../../main.js';`, 'no-restricted-imports'],
  ['packages/core/src/x.ts', `export const now = Date.now();`, 'no-restricted-properties'],
  ['packages/core/src/x.ts', `export const now = new Date();`, 'no-restricted-syntax'],
  ['packages/core/src/x.ts', `setTimeout(() => undefined, 1);`, 'no-restricted-globals'],
  ['packages/core/src/x.ts', `export const luck = Math.random();`, 'no-restricted-properties'],
  ['packages/core/src/x.ts', `import { setTimeout } from 'node:timers/promises';`, 'no-restricted-imports'],
  ['packages/memory/src/x.ts', `import { randomUUID } from 'node:crypto';`, 'no-restricted-imports'],
  ['packages/memory/src/x.ts', `setImmediate(() => undefined);`, 'no-restricted-globals'],
  ['packages/core/src/index.ts', `export * from './x.js';`, 'no-restricted-syntax'],
  ['packages/core/src/x.ts', `export const x: any = 1;`, '@typescript-eslint/no-explicit-any'],
  ['packages/core/src/x.ts', `export const y = x!;`, '@typescript-eslint/no-non-null-assertion'],
];

const allowed: [file: string, code: string][] = [
  ['packages/core/src/x.ts', `import '@scheduler/contracts'; import '@scheduler/recurrence'; import 'zod';`],
  ['packages/core/src/x.ts', `export const epoch = new Date(0);`],
  ['packages/core/src/x.ts', `import { channel } from 'node:diagnostics_channel'; channel('x');`],
  ['packages/core/src/system/x.ts', `export const now = new Date(); setTimeout(() => undefined, 1);`],
  ['packages/core/src/x.test.ts', `export const now = new Date();`],
  ['packages/memory/src/x.ts', `import '@scheduler/contracts';`],
  ['packages/recurrence/src/x.test.ts', `import 'cron-parser'; import 'luxon';`],
  ['packages/bullmq/src/x.ts', `import '@scheduler/redis'; import 'bullmq';`],
  ['packages/memory/src/x.test.ts', `import '@scheduler/testing'; import '@scheduler/core';`],
  ['packages/testing/src/x.ts', `import '@scheduler/core';`],
  ['packages/inversify/src/x.ts', `import '@scheduler/core'; import 'inversify'; import 'reflect-metadata';`],
  ['packages/inversify/src/x.test.ts', `import '@scheduler/memory'; import '@scheduler/testing';`],
  ['packages/console/src/x.ts', `import '@scheduler/core'; import 'commander';`],
  [
    'apps/reference/src/main.ts',
    `import '@scheduler/inversify'; import '@scheduler/memory'; import 'inversify';`,
  ],
  [
    'apps/reference/src/domains/mail/x.ts',
    `import '@scheduler/contracts'; import 'node:path'; import '../a/b.js';`,
  ],
  [
    'apps/reference/src/domains/mail/x.workflow.ts',
    `import '@scheduler/workflow'; import '@scheduler/contracts'; import '../a/b.js';`,
  ],
  ['tools/integration-tests/src/x.test.ts', `import '@scheduler/memory'; import '@scheduler/core';`],
];

describe('the rules of this workspace', () => {
  const broken = lint([...refused, ...allowed]);

  it.each(refused.map((each, index) => [...each, index] as const))(
    'refuse in %s: %s (F250, F251)',
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
});
