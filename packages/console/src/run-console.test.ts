import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { BUILT_IN_COMMANDS } from './command/built-in-commands.js';
import { Command } from './command/command.js';
import type { CommandContext } from './command/command-context.js';
import type { CommandInput } from './command/command-input.js';
import { ConsoleError } from './output/console-error.js';
import { Scene } from './test-support/scene.js';
import { VERSION } from './version.js';

class Echo extends Command {
  readonly name = 'demo:echo';
  readonly description = 'Say something';
  override readonly arguments = [
    { name: 'word', description: 'what to say' },
    { name: 'tail', description: 'and then', required: false },
  ];
  override readonly options = [
    { flags: '-t, --times <n>', description: 'how often' },
    { flags: '--loud', description: 'in capitals' },
    { flags: '--with <what>', description: 'together with', repeatable: true },
  ];

  async run(input: CommandInput, { io }: CommandContext): Promise<number> {
    const said = {
      word: input.argument('word'),
      tail: input.optionalArgument('tail') ?? null,
      times: input.integer('times', { min: 1, max: 9 }) ?? 1,
      loud: input.flag('loud'),
      with: input.list('with'),
    };
    io.result(said, () => io.line(said.word));
    return said.times;
  }
}

class Broken extends Command {
  readonly name = 'demo:broken';
  readonly description = 'Fail';

  async run(): Promise<void> {
    throw new TypeError('it\u001b[31m broke');
  }
}

const scene = new Scene();
const application = { node: () => scene.node, commands: [new Echo(), new Broken()] };
const run = (...argv: string[]) => scene.run(argv, { application });

describe('help and version', () => {
  it('lists every built-in command with its description', async () => {
    const { code, stdout, stderr } = await run('--help');
    expect(code).toBe(0);
    expect(stderr).toBe('');
    for (const { name, description } of BUILT_IN_COMMANDS) {
      expect(stdout).toMatch(new RegExp(`${name} +${description.slice(0, 20)}`));
    }
  });

  it.each(BUILT_IN_COMMANDS.map(({ name }) => name))(
    '%s --help works and loads no application',
    async (name) => {
      const { code, stdout } = await scene.run([name, '--help'], {
        application: () => {
          throw new Error('loaded');
        },
      });
      expect(code).toBe(0);
      expect(stdout).toContain(`Usage: scheduler ${name}`);
      expect(stdout).toContain('Global Options:');
    },
  );

  it('help <command> shows arguments, options and examples', async () => {
    const { code, stdout } = await run('help', 'schedule:create');
    expect(code).toBe(0);
    expect(stdout).toContain('--max-retries <n>');
    expect(stdout).toContain('Examples:');
  });

  it('shows help of an application command', async () => {
    const { code, stdout } = await run('demo:echo', '--help');
    expect(code).toBe(0);
    expect(stdout).toContain('Usage: scheduler demo:echo [options] <word> [tail]');
  });

  it('prints the version of the package', async () => {
    const manifest = JSON.parse(readFileSync(join(__dirname, '../package.json'), 'utf8'));
    expect(VERSION).toBe(manifest.version);
    expect(await run('--version')).toMatchObject({ code: 0, stdout: `${VERSION}\n` });
  });

  it('is one JSON document where --json asks for it', async () => {
    expect((await run('--version', '--json')).json()).toEqual({ version: VERSION });
    expect((await run('--json', '--help')).json()).toEqual({
      help: expect.stringContaining('Usage: scheduler'),
    });
  });
});

describe('built-in commands', () => {
  it.each(BUILT_IN_COMMANDS)(
    '$name is registered as its class describes itself',
    ({ name, description, load }) => {
      expect(load()).toMatchObject({ name, description });
    },
  );
});

describe('usage errors', () => {
  it.each([
    ['an unknown command', ['schedule:lst'], "unknown command 'schedule:lst' (Did you mean schedule:list?)"],
    [
      'an unknown command of the application',
      ['demo:eco'],
      "unknown command 'demo:eco' (Did you mean demo:echo?)",
    ],
    ['a group', ['demo'], "unknown command 'demo' (Did you mean one of demo:broken, demo:echo?)"],
    ['help of an unknown command', ['help', 'nonsense'], "unknown command 'nonsense'"],
    [
      'an unknown option',
      ['schedule:list', '--limits', '3'],
      "unknown option '--limits' (Did you mean --limit?)",
    ],
    ['an unknown option without a command', ['--nonsense'], "unknown option '--nonsense'"],
    ['a missing argument', ['schedule:pause'], "missing required argument 'job'"],
    ['a missing argument of the application', ['demo:echo'], "missing required argument 'word'"],
    ['a superfluous argument', ['schedule:pause', 'a', 'b'], 'too many arguments'],
    ['a missing value', ['schedule:list', '--limit'], "option '--limit <n>' argument missing"],
    [
      'an invalid number',
      ['schedule:list', '--limit', 'ten'],
      '--limit: "ten" is not accepted; accepted: a whole number from 1 to 1000',
    ],
    [
      'a number out of range',
      ['demo:echo', 'x', '-t', '10'],
      '--times: "10" is not accepted; accepted: a whole number from 1 to 9',
    ],
    [
      'an unknown choice',
      ['schedule:list', '--status', 'on'],
      "option '--status <status>' argument 'on' is invalid. Allowed choices are pending, active",
    ],
  ])('%s: exit code 2 and a way out', async (_, argv, message) => {
    const { code, stdout, stderr } = await run(...argv);
    expect(code).toBe(2);
    expect(stdout).toBe('');
    expect(stderr).toContain(`error: ${message}`);
  });

  it('are JSON on stdout with --json', async () => {
    const { code, json, stderr } = await run('schedule:lst', '--json');
    expect(code).toBe(2);
    expect(json()).toEqual({
      error: { code: 'USAGE', message: expect.stringContaining('Did you mean schedule:list?') },
    });
    expect(stderr).toBe('');
  });
});

describe('errors', () => {
  it('of the scheduler have their code and exit code 1', async () => {
    const { code, stdout, stderr } = await run('schedule:pause', 'nobody');
    expect(code).toBe(1);
    expect(stdout).toBe('');
    expect(stderr).toMatch(/^error: no job has the id or name "nobody".* \(JOB_NOT_FOUND\)\n$/);
  });

  it('are JSON on stdout with --json, so that a pipe can read them', async () => {
    const { code, json, stderr } = await run('schedule:pause', 'nobody', '--json');
    expect(code).toBe(1);
    expect(json()).toEqual({ error: { code: 'JOB_NOT_FOUND', message: expect.stringContaining('nobody') } });
    expect(stderr).toBe('');
  });

  it('that are unexpected are printed without control characters, with a stack for --verbose only', async () => {
    const plain = await run('demo:broken');
    expect(plain).toMatchObject({ code: 1, stdout: '' });
    expect(plain.stderr).toContain('error: it broke (UNEXPECTED)\n');
    expect(plain.stderr).not.toContain('at Broken.run');
    const verbose = await run('demo:broken', '--verbose');
    expect(verbose.stderr).toContain('at Broken.run');
    expect(verbose.stderr).not.toContain('\u001b');
  });
});

describe('an application command', () => {
  it('gets its arguments and options, and its number is the exit code', async () => {
    const { code, json } = await run(
      '--json',
      'demo:echo',
      'hi',
      '-t',
      '3',
      '--loud',
      '--with',
      'a',
      '--with',
      'b',
    );
    expect(code).toBe(3);
    expect(json()).toEqual({ word: 'hi', tail: null, times: 3, loud: true, with: ['a', 'b'] });
  });

  it('takes words that look like options after --', async () => {
    const { json } = await run('demo:echo', '--json', '--', '--loud', '-x');
    expect(json()).toMatchObject({ word: '--loud', tail: '-x', loud: false });
  });

  it('must not use the name of a built-in one', async () => {
    class Impostor extends Echo {
      override readonly name = 'schedule:list' as never;
    }
    const { code, stdout, stderr } = await scene.run(['list'], {
      application: { node: scene.node, commands: [new Impostor()] },
    });
    expect(code).toBe(0);
    expect(stdout).toContain('schedule:list');
    expect(stderr).toContain(
      "warning: the commands of the application are unknown: there are two commands named 'schedule:list'",
    );
  });

  it('must not declare a global option', async () => {
    class Greedy extends Echo {
      override readonly options = [{ flags: '--json', description: 'mine', repeatable: false }] as never;
    }
    const { code, stderr } = await scene.run(['demo:echo', 'x'], {
      application: { node: scene.node, commands: [new Greedy()] },
    });
    expect(code).toBe(1);
    expect(stderr).toContain("the command 'demo:echo' declares --json, which every command has already");
  });

  it('may fail with an error of the console', async () => {
    class Refusing extends Echo {
      override async run(): Promise<number> {
        throw new ConsoleError('FILE_EXISTS', 'first line\nsecond line');
      }
    }
    const { code, stderr } = await scene.run(['demo:echo', 'x'], {
      application: { node: scene.node, commands: [new Refusing()] },
    });
    expect(code).toBe(1);
    expect(stderr).toBe('error: first line\nsecond line (FILE_EXISTS)\n');
  });
});

describe('list', () => {
  it('groups all commands, those of the application included', async () => {
    const { code, stdout } = await run('list');
    expect(code).toBe(0);
    expect(stdout).toMatch(
      /^ {2}completion .*\n(?: {2}\w+ .*\n)*? {2}list +List all commands\n {2}metrics .*\n {2}migrate .*\n {2}prune .*\n {2}serve .*\n\w/,
    );
    expect(stdout).toContain('\ndemo\n  demo:broken');
    expect(stdout).toContain('\nschedule\n  schedule:cancel');
  });

  it('is the default without a command', async () => {
    expect((await run()).stdout).toBe((await run('list')).stdout);
  });

  it('shows one group', async () => {
    expect((await run('list', 'demo')).stdout).toBe(
      'demo\n  demo:broken  Fail\n  demo:echo    Say something\n',
    );
  });

  it('is JSON with --json', async () => {
    const { commands } = (await run('list', '--json')).json<{ commands: unknown[] }>();
    expect(commands).toHaveLength(BUILT_IN_COMMANDS.length + 2);
    expect(commands).toContainEqual({
      name: 'demo:echo',
      description: 'Say something',
      source: 'application',
      group: 'demo',
    });
  });

  it('lists the built-in commands with a warning if the application cannot be loaded', async () => {
    const { code, stdout, stderr } = await scene.run(['list'], {
      application: () => {
        throw new Error('no database');
      },
    });
    expect(code).toBe(0);
    expect(stdout).toContain('schedule:work');
    expect(stderr).toContain('warning: the commands of the application are unknown: no database');
  });
});

describe('colours', () => {
  const colourful = new RegExp(`${String.fromCharCode(27)}\\[\\d+m`);

  it('only on a terminal', async () => {
    expect((await run('list')).stdout).not.toMatch(colourful);
    expect((await scene.run(['list'], { terminal: 80 })).stdout).toMatch(colourful);
  });

  it.each([
    ['--no-color', ['list', '--no-color'], {}],
    ['NO_COLOR', ['list'], { NO_COLOR: '1' }],
    ['NO_COLOR over FORCE_COLOR', ['list'], { NO_COLOR: '1', FORCE_COLOR: '1' }],
    ['FORCE_COLOR=0', ['list'], { FORCE_COLOR: '0' }],
    ['a dumb terminal', ['list'], { TERM: 'dumb' }],
  ])('not with %s', async (_, argv, env) => {
    expect((await scene.run(argv, { terminal: 80, env })).stdout).not.toMatch(colourful);
  });

  it('also without a terminal if FORCE_COLOR is set', async () => {
    expect((await scene.run(['list'], { env: { FORCE_COLOR: '1' } })).stdout).toMatch(colourful);
  });
});
