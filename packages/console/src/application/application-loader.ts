import { existsSync } from 'node:fs';
import { relative, resolve } from 'node:path';
import type { SchedulerNode } from '@scheduler/core';
import type { Command } from '../command/command.js';
import type { HttpOptions } from '../command/http-options.js';
import { ConsoleError } from '../output/console-error.js';
import { type ApplicationSource, type LoadedApplication, readApplication } from './application.js';
import { findConfig } from './find-config.js';
import type { Environment } from './environment-application.js';
import { importConfig } from './import-config.js';

export interface ApplicationLocation {
  readonly cwd: string;
  /** `--config`. Undefined: the nearest `scheduler.config.*`. */
  readonly config: string | undefined;
  /** `SCHEDULER_STORE` in it names a store to work on where there is no configuration. */
  readonly env: Environment;
  /** The application of the caller, who also closes it. Undefined: it is loaded from a file. */
  readonly source: ApplicationSource | undefined;
}

/** Loads the application once, when it is first needed, and closes what it opened. */
export class ApplicationLoader {
  private application: Promise<LoadedApplication> | null = null;
  private created: Promise<SchedulerNode> | null = null;
  private opened: Promise<SchedulerNode> | null = null;

  constructor(private readonly location: ApplicationLocation) {}

  /** Whether there is an application of the user, which may have commands of its own, without loading it. */
  exists(): boolean {
    const { source, config, cwd } = this.location;
    return source !== undefined || config !== undefined || findConfig(cwd) !== null;
  }

  /** The node before its store is opened, for commands that work without the tables of the store. */
  unopenedNode(): Promise<SchedulerNode> {
    this.created ??= this.load().then((application) => application.node());
    return this.created;
  }

  node(): Promise<SchedulerNode> {
    this.opened ??= this.open();
    return this.opened;
  }

  /** How the application wants its API to be served. */
  async http(): Promise<HttpOptions> {
    return (await this.load()).http(await this.node());
  }

  async commands(): Promise<readonly Command[]> {
    return (await this.load()).commands();
  }

  async close(): Promise<void> {
    if (this.location.source !== undefined || this.created === null) return;
    const node = await this.created.catch(() => null);
    await node?.stop();
  }

  private async open(): Promise<SchedulerNode> {
    const node = await this.unopenedNode();
    await node.open();
    await (await this.load()).ready(node);
    return node;
  }

  private load(): Promise<LoadedApplication> {
    this.application ??= this.read();
    return this.application;
  }

  private async read(): Promise<LoadedApplication> {
    if (this.location.source !== undefined) return readApplication(this.location.source, 'the application');
    const file = this.configFile();
    if (file === null) return this.fromEnvironment();
    const origin = relative(this.location.cwd, file) || file;
    const exported = await importConfig(file).catch((error: unknown) => {
      const message = error instanceof Error ? error.message : String(error);
      throw new ConsoleError('APPLICATION_INVALID', `${origin} cannot be loaded: ${message}`, {
        cause: error,
      });
    });
    return readApplication(exported, origin);
  }

  private async fromEnvironment(): Promise<LoadedApplication> {
    const { cwd, env } = this.location;
    // Loaded only where it is needed: every run by cron pays for what is loaded.
    const { environmentApplication } = await import('./environment-application.js');
    return readApplication(environmentApplication({ cwd, env }), 'the environment');
  }

  /** Null: there is none, and the environment names a store. */
  private configFile(): string | null {
    const { config, cwd } = this.location;
    if (config !== undefined) {
      const file = resolve(cwd, config);
      if (existsSync(file)) return file;
      throw new ConsoleError('APPLICATION_NOT_FOUND', `--config: there is no file ${JSON.stringify(config)}`);
    }
    const found = findConfig(cwd);
    if (found !== null) return found;
    if (this.location.env['SCHEDULER_STORE']) return null;
    throw new ConsoleError('APPLICATION_NOT_FOUND', HOW_TO_CREATE);
  }
}

const HOW_TO_CREATE = `no scheduler.config.{ts,js,mjs,cjs} was found here or in a folder above; create one that exports your DI container or { node }, such as scheduler.config.cjs with
  const { createNodeFromEnvironment } = require('@scheduler/console/stores');
  module.exports = { node: () => createNodeFromEnvironment({ root: __dirname, handlers: [] }) };
or name another file with --config, or a store with SCHEDULER_STORE to look after it without handlers`;
