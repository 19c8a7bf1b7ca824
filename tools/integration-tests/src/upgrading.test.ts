import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { exampleFolder, workspace } from './test-support/examples.js';

const page = readFileSync(join(workspace, 'UPGRADING.md'), 'utf8');
const section = page.slice(page.indexOf('### Packages and names'), page.indexOf('### Uniqueness'));

/** What an entry of a package exports, by its declarations. */
function exportsOf(entry: string): Set<string> {
  const [, name = '', file = 'index'] = /^@scheduler\/(\w+)(?:\/(\w+))?$/.exec(entry) ?? [];
  const declarations = readFileSync(join(workspace, 'packages', name, 'dist', `${file}.d.ts`), 'utf8');
  const lists = [...declarations.matchAll(/^export (?:type )?\{([^}]*)\}/gm)].map(([, list = '']) => list);
  return new Set(lists.flatMap((list) => list.split(',').map((text) => text.trim().replace(/^type /, ''))));
}

const quoted = (text: string) => [...text.matchAll(/`([^`]+)`/g)].map(([, name = '']) => name);

/** The rows of the table whose header begins so. */
function rowsOf(header: string): string[][] {
  const [, rest = ''] = section.split(new RegExp(`^\\| ${header}.*\\n\\|[ -|]*\\n`, 'm'));
  const rows = rest.slice(0, rest.indexOf('\n\n')).split('\n');
  return rows.map((row) =>
    row
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim()),
  );
}

describe('UPGRADING.md', () => {
  it('sends every name that moved to an entry that exports it', () => {
    const rows = rowsOf('what +\\| was in');
    expect(rows).toHaveLength(5);
    for (const [what = '', , to = ''] of rows) {
      const [entry = ''] = quoted(to);
      const names = quoted(what).filter((name) => !name.startsWith('@'));
      expect({ entry, missing: names.filter((name) => !exportsOf(entry).has(name)) }).toEqual({
        entry,
        missing: [],
      });
    }
    const moved = quoted(section.slice(section.indexOf('</summary>'), section.indexOf('</details>')));
    const adapter = exportsOf('@scheduler/contracts/adapter');
    expect(moved.length).toBeGreaterThan(100);
    expect(moved.filter((name) => !adapter.has(name))).toEqual([]);
  });

  it('renames to names that exist', () => {
    const rows = rowsOf('package +\\| old name');
    expect(rows.length).toBeGreaterThan(25);
    let entry = '';
    for (const [packages = '', , to = ''] of rows) {
      // An empty cell stands for the package of the row above.
      entry = quoted(packages).at(-1) ?? entry;
      expect({ entry, missing: quoted(to).filter((name) => !exportsOf(entry).has(name)) }).toEqual({
        entry,
        missing: [],
      });
    }
  });

  it('has a script that rewrites imports', () => {
    const file = join(exampleFolder('upgrading'), 'before.ts');
    const before = [
      "import { type DeadLetter, jobType, maxTries, type JobFigures as Figures } from '@scheduler/contracts';",
      "import { createRedisStore, withBullmq } from '@scheduler/bullmq';",
      'export const most = (letter: DeadLetter) => maxTries(letter as never);',
    ];
    writeFileSync(file, before.join('\n'));
    execFileSync(process.execPath, [join(workspace, 'tools/upgrade/rename-imports.mjs'), file], {
      cwd: workspace,
    });
    expect(readFileSync(file, 'utf8').split('\n')).toEqual([
      "import { type DeadLetterMark, jobType, maxAttempts } from '@scheduler/contracts';",
      "import { type JobRunStatistics as Figures } from '@scheduler/contracts/adapter';",
      "import { createRedisStore } from '@scheduler/redis';",
      "import { withBullmq } from '@scheduler/bullmq';",
      'export const most = (letter: DeadLetterMark) => maxAttempts(letter as never);',
    ]);
  });
});
