import { execFile } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { workspace } from './test-support/examples.js';

const execute = promisify(execFile);
const SITE = join(workspace, 'tools/docs');

/** The pages for users. What has happened, in the changelog and in decisions, may name what is gone. */
function pages() {
  return readdirSync(join(workspace, 'docs'), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.md') && !file.startsWith('decisions'))
    .map((page) => ({ page, text: readFileSync(join(workspace, 'docs', page), 'utf8') }));
}

describe('the site of the documentation', () => {
  it('has every page in its navigation, and no link or anchor that leads nowhere (F258)', async () => {
    const { stdout } = await execute(process.execPath, [join(SITE, 'run.mjs'), '--check']);
    expect(stdout).toMatch(/^pages … \d+ pages with search/m);
    expect(stdout).toMatch(/^links … \d{4,} links and anchors lead somewhere/m);
  });

  it('names no command of the console that there is not', () => {
    const commands = join(workspace, 'packages/console/src/commands');
    const named = pages().flatMap(({ page, text }) =>
      [...text.matchAll(/\bscheduler ([a-z-]+:[a-z-]+)/g)].map(([, command = '']) => ({ page, command })),
    );
    expect(named.length).toBeGreaterThan(50);
    const unknown = named.filter(
      ({ command }) => !existsSync(join(commands, `${command.replace(':', '-')}.ts`)),
    );
    expect(unknown).toEqual([]);
  });

  it('has the figures of the newest measurement, which the benchmarks write', async () => {
    await execute(process.execPath, [join(SITE, 'benchmarks-page.mjs'), '--check']);
    const report = {
      suite: 'sqlite',
      unit: 'jobs/s',
      contestants: ['ours', 'theirs'],
      rows: [{ name: 'drain', values: { ours: 45_720 } }],
      machine: { node: 'v20.20.2', arch: 'x64', cpus: 2, memoryGiB: 23 },
    };
    const program = `import { measurementOf } from './benchmarks-page.mjs'; console.log(JSON.stringify(measurementOf('2030-01-01', [JSON.parse(process.argv[1])])));`;
    const argv = ['--input-type=module', '-e', program, JSON.stringify(report)];
    const { stdout } = await execute(process.execPath, argv, { cwd: SITE });
    expect(JSON.parse(stdout)).toEqual({
      date: '2030-01-01',
      machine: '2 cores, 23 GiB, x64, Node.js v20.20.2',
      note: 'Medians.',
      tables: [
        {
          title: 'sqlite',
          unit: 'jobs/s',
          contestants: ['ours', 'theirs'],
          rows: [{ name: 'drain', values: [45_720, null] }],
        },
      ],
    });
  });

  it('is refused with a link, an anchor or an image that leads nowhere', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'broken-site-'));
    const pages = {
      'index.html':
        '<a href="guides/a.html#here">a</a> <a href="guides/b.html">b</a> <img src="no.png"> <a href="https://example.com/x">x</a>',
      'guides/a.html': '<h2 id="there">a</h2> <a href="../index.html">home</a> <a href="#nowhere">up</a>',
    };
    for (const [name, html] of Object.entries(pages)) {
      mkdirSync(dirname(join(folder, name)), { recursive: true });
      writeFileSync(join(folder, name), html);
    }
    try {
      const program = `import { brokenLinks } from './check-links.mjs'; console.log(JSON.stringify(brokenLinks(process.argv[1])));`;
      const argv = ['--input-type=module', '-e', program, folder];
      const { stdout } = await execute(process.execPath, argv, { cwd: SITE });
      expect(JSON.parse(stdout)).toEqual({
        broken: [
          'guides/a.html: #nowhere',
          'index.html: guides/a.html#here',
          'index.html: guides/b.html',
          'index.html: no.png',
        ],
        checked: 5,
      });
    } finally {
      rmSync(folder, { recursive: true });
    }
  });
});
