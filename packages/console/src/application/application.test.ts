import { CONSOLE_COMMANDS, CONSOLE_READY, SCHEDULER_NODE } from './console-tokens.js';
import { Command } from '../command/command.js';
import { Scene } from '../test-support/scene.js';
import type { ApplicationSource } from './application.js';

class Ping extends Command {
  readonly name = 'demo:ping';
  readonly description = 'Answer';

  async run(): Promise<number> {
    return 7;
  }
}

/** The part of a DI container that the console uses. */
class FakeContainer {
  constructor(private readonly bound: ReadonlyMap<symbol, unknown>) {}

  get(token: symbol): unknown {
    const value = this.bound.get(token);
    if (value === undefined) throw new Error(`nothing is bound to ${String(token)}`);
    return value;
  }

  getAll(token: symbol): unknown {
    return [this.get(token)];
  }

  isBound(token: symbol): boolean {
    return this.bound.has(token);
  }
}

const scene = new Scene();
const { node } = scene;
const container = new FakeContainer(
  new Map<symbol, unknown>([
    [SCHEDULER_NODE, node],
    [CONSOLE_COMMANDS, new Ping()],
  ]),
);
const runWith = (application: unknown, ...argv: string[]) =>
  scene.run(argv, { application: application as ApplicationSource });

describe('an application', () => {
  it.each([
    ['a container', container],
    ['options', { node, commands: [new Ping()] }],
    ['options with a function', { node: () => node, commands: [new Ping()] }],
    ['options with an async function', { node: async () => node, commands: [new Ping()] }],
    ['a function that returns options', () => ({ node, commands: [new Ping()] })],
    ['an async function that returns a container', async () => container],
    ['a promise', Promise.resolve(container)],
  ])('may be %s', async (_, application) => {
    expect(await runWith(application, 'schedule:list', '--json')).toMatchObject({ code: 0, stderr: '' });
    expect((await runWith(application, 'demo:ping')).code).toBe(7);
  });

  it.each([
    ['options', (ready: unknown) => ({ node, ready })],
    [
      'a container',
      (ready: unknown) =>
        new FakeContainer(
          new Map<symbol, unknown>([
            [SCHEDULER_NODE, node],
            [CONSOLE_READY, ready],
          ]),
        ),
    ],
  ])('of %s is called once its store is open, before the command runs', async (_, application) => {
    const seen: unknown[] = [];
    const ready = async (opened: unknown) => void seen.push(opened);
    expect((await runWith(application(ready), 'schedule:list')).code).toBe(0);
    expect(seen).toEqual([node]);
    const { code, stderr } = await runWith(application('soon'), 'schedule:list');
    expect(code).toBe(1);
    expect(stderr).toContain('provides a string as its ready hook; accepted: a function');
  });

  it('may be a container whose bindings are asynchronous', async () => {
    const asynchronous = {
      get: () => {
        throw new Error('use getAsync');
      },
      getAsync: async (token: symbol) => container.get(token),
      getAllAsync: async (token: symbol) => container.getAll(token),
      isBound: (token: symbol) => container.isBound(token),
    };
    expect((await runWith(asynchronous, 'schedule:list')).code).toBe(0);
    expect((await runWith(asynchronous, 'demo:ping')).code).toBe(7);
  });

  it('may be a container without commands', async () => {
    const application = new FakeContainer(new Map([[SCHEDULER_NODE, node]]));
    const { code, stderr } = await runWith(application, 'list');
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  });

  it('may have a command that does not extend Command', async () => {
    const plain = { name: 'demo:plain', run: async () => 5 };
    expect((await runWith({ node, commands: [plain] }, 'demo:plain')).code).toBe(5);
  });

  it.each([
    ['nothing', undefined, 'exports nothing'],
    ['a number', 42, 'exports a number'],
    ['a list', [], 'exports an array'],
    ['an empty object', {}, 'exports an empty object'],
    ['something else', { handlers: [], store: {} }, 'exports an object with handlers, store'],
    ['an instance of something else', new Date(0), 'exports a Date'],
  ])('is refused as %s, with a message that says what is accepted', async (_, application, message) => {
    const { code, stderr } = await runWith(() => application, 'schedule:list');
    expect(code).toBe(1);
    expect(stderr).toContain(`error: the application ${message}; accepted: a DI container`);
    expect(stderr).toContain('(APPLICATION_INVALID)');
  });

  it('is refused if its node is not a SchedulerNode', async () => {
    const { code, stderr } = await runWith({ node: { start: () => undefined } }, 'schedule:list');
    expect(code).toBe(1);
    expect(stderr).toContain('provides an object with start as its node; accepted: a SchedulerNode');
  });

  it('is refused as a container without a node', async () => {
    const { code, stderr } = await runWith(new FakeContainer(new Map()), 'schedule:list');
    expect(code).toBe(1);
    expect(stderr).toContain("has nothing bound to Symbol.for('scheduler.node')");
  });

  it.each([
    ['no command', {}],
    ['a class instead of an instance', Ping],
    ['a name with spaces', { name: 'demo ping', run: async () => 0 }],
  ])('is refused with %s among its commands', async (_, command) => {
    const { code, stderr } = await runWith({ node, commands: [command] }, 'demo:ping');
    expect(code).toBe(2);
    expect(stderr).toContain('accepted: an instance of a class that extends Command');
  });

  it('is left open when the caller passed it', async () => {
    const another = new Scene();
    await another.run(['schedule:create', '--type', 'greet', '--name', 'kept', '--every', '1h']);
    expect((await another.run(['schedule:show', 'kept'])).code).toBe(0);
  });
});
