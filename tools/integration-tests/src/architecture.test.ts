import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const workspace = join(__dirname, '../../..');
const MOST_FILES = 30;

/** The rows of the walk: step, file, exported name. */
function walk(): { file: string; name: string }[] {
  const page = readFileSync(join(workspace, 'docs/architecture.md'), 'utf8');
  const [, section = ''] = page.split('## The walk of one job');
  const [table = ''] = section.split('\n## ');
  return [...table.matchAll(/^\|[^|]*\| *`([^`]+)` *\| *`([^`]+)` *\|$/gm)].map(
    ([, file = '', name = '']) => ({
      file,
      name,
    }),
  );
}

describe('the walk of one job in docs/architecture.md', () => {
  it(`names at most ${MOST_FILES} files, each once`, () => {
    const files = walk().map(({ file }) => file);
    expect(files.length).toBeGreaterThan(20);
    expect(files.length).toBeLessThanOrEqual(MOST_FILES);
    expect(new Set(files).size).toBe(files.length);
  });

  it.each(walk())('$file exports $name', ({ file, name }) => {
    expect(existsSync(join(workspace, file))).toBe(true);
    const exported = new RegExp(
      `^export (?:abstract |async )?(?:function|class|interface|const|type) ${name}\\b`,
      'm',
    );
    expect(readFileSync(join(workspace, file), 'utf8')).toMatch(exported);
  });
});
