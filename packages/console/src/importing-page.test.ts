import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Scene } from './test-support/scene.js';

const page = readFileSync(join(__dirname, '../../../docs/importing.md'), 'utf8');

function block(language: string): string {
  const [, text] = new RegExp(`\`\`\`${language}\\n([\\s\\S]*?)\`\`\``).exec(page) ?? [];
  if (text === undefined) throw new Error(`docs/importing.md has no block of ${language}`);
  return text;
}

describe('docs/importing.md', () => {
  const folder = mkdtempSync(join(tmpdir(), 'importing-'));

  it('shows what the command prints for its crontab', async () => {
    writeFileSync(join(folder, 'crontab.txt'), block('crontab'));
    const [command = '', ...lines] = block('console').split('\n');
    const argv = command.replace('$ npx scheduler ', '').split(' ');
    const { stdout, stderr } = await new Scene().run(argv, { application: null, cwd: folder });
    expect(`${stdout}${stderr}`.trim()).toBe(lines.join('\n').trim());
  });

  it('has a list of node-cron that can be imported', async () => {
    writeFileSync(join(folder, 'jobs.json'), block('json'));
    const argv = ['schedule:import', 'jobs.json', '--format', 'node-cron', '--dry-run', '--json'];
    const ran = await new Scene().run(argv, { application: null, cwd: folder });
    expect(ran.json<never>()).toMatchObject({
      jobs: [{ name: 'node-cron-nightly-report-622e5384', type: 'nightly_report' }],
    });
  });

  it('names options that there are', async () => {
    const { stdout } = await new Scene().run(['schedule:import', '--help']);
    const named = [...page.matchAll(/`(--[a-z-]+)/g)].map(([, option = '']) => option);
    expect(named.length).toBeGreaterThan(8);
    expect(named.filter((option) => !stdout.includes(`${option} `))).toEqual([]);
  });
});
