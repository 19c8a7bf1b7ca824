import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Command } from '../command/command.js';
import { childEnvironment } from '../test-support/child-environment.js';
import { OrderScene } from '../test-support/order-workflow.js';
import { Scene } from '../test-support/scene.js';

class ReportsResend extends Command {
  readonly name = 'reports:resend';
  readonly description = "Send the day's reports again";
  override readonly options = [
    { flags: '-f, --format <format>', description: 'file format', choices: ['csv', 'pdf'] },
  ];

  async run(): Promise<void> {}
}

const installed = (shell: string) => spawnSync(shell, ['--version'], { env: childEnvironment }).status === 0;
const whereInstalled = (shell: string) => (installed(shell) ? it : it.skip);

/** Names that the fake console prints. No shell may execute what is in them. */
const NAMES = ['daily report', 'danger$(touch ran)', 'sla:check'];

describe('completion', () => {
  const scene = new Scene();
  let folder: string;

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'scheduler-completion-'));
  });

  afterEach(() => rmSync(folder, { recursive: true }));

  const script = async (shell: string) => {
    const application = { node: scene.node, commands: [new ReportsResend()] };
    const { code, stdout, stderr } = await scene.run(['completion', shell], { application });
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    writeFileSync(join(folder, 'script'), stdout);
    return stdout;
  };
  const run = (shell: string, ...args: string[]) =>
    execFileSync(shell, args, { cwd: folder, env: childEnvironment, encoding: 'utf8', stdio: 'pipe' });

  /** The candidates of a real bash for a line that ends at the cursor. */
  const bash = (line: string) => {
    writeFileSync(
      join(folder, 'press-tab'),
      `set -eu
scheduler() { [ "$*" = 'completion:values jobs' ] && printf '%s\\n' ${NAMES.map((name) => `'${name}'`).join(' ')}; }
source ./script
COMP_LINE=$1 COMP_POINT=\${#1}
_scheduler
for reply in \${COMPREPLY[@]+"\${COMPREPLY[@]}"}; do echo "$reply"; done`,
    );
    return run('bash', '--norc', 'press-tab', line).split('\n').slice(0, -1);
  };

  describe('bash', () => {
    beforeEach(() => script('bash'));

    it('completes commands, also behind the colon at which bash breaks words', () => {
      expect(bash('scheduler schedule:re')).toEqual(['reschedule', 'resume']);
      expect(bash('scheduler heal')).toEqual(['health']);
      expect(bash('scheduler --config x.ts --json ini')).toEqual(['init']);
      expect(bash('scheduler reports:')).toEqual(['resend']);
    });

    it('completes options of the command, and those of every command', () => {
      expect(bash('scheduler init --')).toEqual(
        expect.arrayContaining(['--store', '--packages', '--json', '--help']),
      );
      expect(bash('scheduler health --')).not.toContain('--store');
    });

    it('completes choices of options and of arguments', () => {
      expect(bash('scheduler init demo --store ')).toEqual([
        'sqlite',
        'postgres',
        'mysql',
        'redis',
        'memory',
      ]);
      expect(bash('scheduler reports:resend -f p')).toEqual(['pdf']);
      expect(bash('scheduler completion ')).toEqual(['bash', 'zsh', 'fish']);
      expect(bash('scheduler completion bash ')).toEqual([]);
    });

    it('reads names of jobs from the console, and runs no command in them', () => {
      expect(bash('scheduler schedule:show da')).toEqual(['daily\\ report', 'danger\\$\\(touch\\ ran\\)']);
      expect(bash('scheduler schedule:history --logs --limit 5 sla:')).toEqual(['check']);
      expect(bash('scheduler schedule:list --limit ')).toEqual([]);
      expect(run('ls').split('\n')).not.toContain('ran');
    });
  });

  it('writes a script for zsh: escaped colons, descriptions, values', async () => {
    const text = await script('zsh');
    expect(text).toMatch(/^#compdef scheduler\n/);
    expect(text).toContain(`'reports\\:resend:Send the day'\\''s reports again'`);
    expect(text).toContain(
      `'schedule:show 0') compadd -- \${(f)"$(scheduler completion:values jobs 2>/dev/null)"} ;;`,
    );
    expect(text).toContain(`'reports:resend -f') compadd -- 'csv' 'pdf' ;;`);
  });

  whereInstalled('zsh')('is understood by zsh', async () => {
    await script('zsh');
    expect(run('zsh', '-n', 'script')).toBe('');
  });

  it('writes a script for fish: conditions, descriptions, values', async () => {
    const text = await script('fish');
    expect(text).toContain(
      `complete -c scheduler -n __scheduler_needs_command -f -a 'reports:resend' -d 'Send the day\\'s reports again'`,
    );
    expect(text).toContain(
      `complete -c scheduler -n '__scheduler_uses reports:resend' -s f -l format -x -a 'csv pdf' -d 'file format'`,
    );
    expect(text).toContain(
      `complete -c scheduler -n '__scheduler_uses schedule:show' -f -a '(scheduler completion:values jobs 2>/dev/null)'`,
    );
  });

  whereInstalled('fish')('is understood by fish', async () => {
    await script('fish');
    const fish = (line: string) =>
      run('fish', '--no-config', '-c', `source ./script; complete -C '${line}'`)
        .split('\n')
        .map((reply) => reply.split('\t')[0])
        .slice(0, -1);
    expect(fish('scheduler schedule:re')).toEqual(['schedule:reschedule', 'schedule:resume']);
    expect(fish('scheduler init demo --store ')).toEqual(['memory', 'mysql', 'postgres', 'redis', 'sqlite']);
  });

  it('answers in JSON, and refuses another shell', async () => {
    expect((await scene.run(['completion', 'fish', '--json'])).json()).toMatchObject({ shell: 'fish' });
    const refused = await scene.run(['completion', 'tcsh']);
    expect(refused.code).toBe(2);
    expect(refused.stderr).toContain('Allowed choices are bash, zsh, fish');
  });
});

describe('completion:values', () => {
  it('prints names, one per line', async () => {
    const scene = new Scene();
    await scene.create('greet', 'b', '--every', '1h');
    await scene.create('greet', 'a', '--every', '1h');
    await scene.create('greet', 'over', '--every', '1h');
    await scene.node.scheduler.cancel('over');
    const values = async (kind: string) => (await scene.run(['completion:values', kind])).stdout;
    expect(await values('jobs')).toBe('a\nb\n');
    expect(await values('queues')).toBe('default\n');
    expect(await values('types')).toBe('explode\ngreet\n');
    expect(await values('circuits')).toBe('');
    expect((await scene.run(['completion:values', 'jobs', '--json'])).json()).toEqual({ values: ['a', 'b'] });
  });

  it('prints the names of workflows and the ids of their runs', async () => {
    const scene = OrderScene.create();
    await scene.order('o1');
    expect((await scene.run(['completion:values', 'workflows'])).stdout).toBe('order\n');
    expect((await scene.run(['completion:values', 'runs'])).stdout).toBe('o1\n');
  });
});
