import type { SchedulerNode } from '@scheduler/core';
import type { Command } from '../command/command.js';
import type { HttpOptions } from '../command/http-options.js';
import { ConsoleError } from '../output/console-error.js';
import { CONSOLE_COMMANDS, CONSOLE_HTTP, CONSOLE_READY, SCHEDULER_NODE } from './console-tokens.js';

/** The part of a DI container that the console needs; inversify's container has it. */
export interface ApplicationContainer {
  get(token: symbol): unknown;
  getAll?(token: symbol): unknown;
  /** Preferred to `get` where it exists, since bindings may be asynchronous. */
  getAsync?(token: symbol): Promise<unknown>;
  getAllAsync?(token: symbol): Promise<unknown>;
  isBound?(token: symbol): boolean;
}

/** An application without a container. */
export interface ApplicationOptions {
  readonly node: SchedulerNode | (() => SchedulerNode | Promise<SchedulerNode>);
  readonly commands?: readonly Command[];
  /** Called once the store is open, before a command works on it. */
  readonly ready?: ReadyHook;
  /** Who may use the API that `serve` serves, and how: what `createHandler` of @scheduler/http takes. Default: this machine, with a token. */
  readonly http?: ApplicationHttp;
}

/** The options themselves, or a function that makes them for the node. */
export type ApplicationHttp = HttpOptions | ((node: SchedulerNode) => HttpOptions | Promise<HttpOptions>);

export type ReadyHook = (node: SchedulerNode) => Promise<void> | void;

export type Application = ApplicationContainer | ApplicationOptions;

/** What `scheduler.config` may export. */
export type ApplicationSource =
  Application | PromiseLike<Application> | (() => Application | PromiseLike<Application>);

/** An application as the console uses it. Nothing is created before it is needed. */
export interface LoadedApplication {
  node(): Promise<SchedulerNode>;
  commands(): Promise<readonly Command[]>;
  /** Calls the hook of the application that runs once its store is open. */
  ready(node: SchedulerNode): Promise<void>;
  /** How the application wants its API to be served. */
  http(node: SchedulerNode): Promise<HttpOptions>;
}

const ACCEPTED =
  'a DI container that has SCHEDULER_NODE bound, options { node, commands? }, or a (possibly async) function that returns one of them';

/** Finds out which kind of application was exported. `origin` names the export in messages. */
export async function readApplication(exported: unknown, origin: string): Promise<LoadedApplication> {
  const value: unknown = await (typeof exported === 'function' ? exported() : exported);
  if (hasMethod(value, 'get')) return fromContainer(value as ApplicationContainer, origin);
  if (typeof value === 'object' && value !== null && 'node' in value) {
    return fromOptions(value as ApplicationOptions, origin);
  }
  throw new ConsoleError('APPLICATION_INVALID', `${origin} exports ${shapeOf(value)}; accepted: ${ACCEPTED}`);
}

function fromContainer(container: ApplicationContainer, origin: string): LoadedApplication {
  const isBound = (token: symbol) => container.isBound?.(token) ?? true;
  return {
    node: async () => {
      if (!isBound(SCHEDULER_NODE)) {
        throw new ConsoleError(
          'APPLICATION_INVALID',
          `the container of ${origin} has nothing bound to Symbol.for('scheduler.node'); load schedulerModule() of @scheduler/inversify, or bind a SchedulerNode to it`,
        );
      }
      const node = container.getAsync?.(SCHEDULER_NODE) ?? container.get(SCHEDULER_NODE);
      return checkNode(await node, origin);
    },
    commands: async () => {
      const getAll = container.getAllAsync?.bind(container) ?? container.getAll?.bind(container);
      if (getAll === undefined || container.isBound?.(CONSOLE_COMMANDS) !== true) return [];
      return checkCommands(await getAll(CONSOLE_COMMANDS), origin);
    },
    ready: async (node) => {
      if (container.isBound?.(CONSOLE_READY) === true) {
        await checkReady(container.get(CONSOLE_READY), origin)(node);
      }
    },
    http: async (node) =>
      container.isBound?.(CONSOLE_HTTP) === true
        ? readHttp(container.get(CONSOLE_HTTP), { node, origin })
        : {},
  };
}

function fromOptions(options: ApplicationOptions, origin: string): LoadedApplication {
  return {
    node: async () => {
      const { node } = options;
      return checkNode(await (typeof node === 'function' ? node() : node), origin);
    },
    commands: async () => checkCommands(options.commands ?? [], origin),
    ready: async (node) => {
      if (options.ready !== undefined) await checkReady(options.ready, origin)(node);
    },
    http: async (node) => (options.http === undefined ? {} : readHttp(options.http, { node, origin })),
  };
}

function checkNode(node: unknown, origin: string): SchedulerNode {
  if (hasMethod(node, 'tick') && hasMethod(node, 'drain') && 'scheduler' in node) {
    return node as unknown as SchedulerNode;
  }
  throw new ConsoleError(
    'APPLICATION_INVALID',
    `${origin} provides ${shapeOf(node)} as its node; accepted: a SchedulerNode, as createSchedulerNode() of @scheduler/core creates it`,
  );
}

function checkReady(ready: unknown, origin: string): ReadyHook {
  if (typeof ready === 'function') return ready as ReadyHook;
  throw new ConsoleError(
    'APPLICATION_INVALID',
    `${origin} provides ${shapeOf(ready)} as its ready hook; accepted: a function that takes the node`,
  );
}

/** The options are checked by what takes them, except that they are options. */
async function readHttp(
  http: unknown,
  { node, origin }: { readonly node: SchedulerNode; readonly origin: string },
): Promise<HttpOptions> {
  const value: unknown = await (typeof http === 'function' ? http(node) : http);
  if (typeof value === 'object' && value !== null && !Array.isArray(value) && !('node' in value))
    return value as HttpOptions;
  throw new ConsoleError(
    'APPLICATION_INVALID',
    `${origin} provides ${shapeOf(value)} as its http options; accepted: { authenticate, access, redact, limits, … } without a node, or a function that returns them`,
  );
}

const COMMAND_NAME = /^[a-z][a-z0-9-]*(?::[a-z0-9-]+)*$/;

function checkCommands(commands: unknown, origin: string): readonly Command[] {
  const all = Array.isArray(commands) ? (commands as unknown[]) : [commands];
  return all.map((command) => {
    if (hasMethod(command, 'run') && COMMAND_NAME.test(String((command as { name?: unknown }).name))) {
      return complete(command as unknown as Command);
    }
    throw new ConsoleError(
      'COMMAND_INVALID',
      `${origin} has a command that is ${shapeOf(command)}; accepted: an instance of a class that extends Command, with run() and a name such as 'reports:resend'`,
    );
  });
}

/** Adds the members that a command of the application may leave out. */
function complete(command: Command): Command {
  if (command.arguments !== undefined && command.options !== undefined && command.help !== undefined)
    return command;
  return {
    name: command.name,
    description: command.description ?? '',
    arguments: command.arguments ?? [],
    options: command.options ?? [],
    help: command.help ?? '',
    run: (input, context) => command.run(input, context),
  };
}

function hasMethod<TName extends string>(value: unknown, name: TName): value is Record<TName, () => unknown> {
  return (
    typeof value === 'object' &&
    value !== null &&
    typeof (value as Record<string, unknown>)[name] === 'function'
  );
}

function shapeOf(value: unknown): string {
  if (value === null || value === undefined) return 'nothing';
  if (typeof value !== 'object') return `a ${typeof value}`;
  if (Array.isArray(value)) return 'an array';
  const keys = Object.keys(value);
  const named = value.constructor?.name;
  if (named !== undefined && named !== 'Object' && named !== '') return `a ${named}`;
  return keys.length === 0 ? 'an empty object' : `an object with ${keys.slice(0, 5).join(', ')}`;
}
