import { EventEmitter } from 'node:events';
import { tmpdir } from 'node:os';
import {
  defineHandler,
  type JobHandler,
  JobResult,
  type JsonValue,
  type SchedulerStore,
  silentLogger,
} from '@scheduler/contracts';
import {
  createSchedulerNode,
  type SchedulerConfigInput,
  type SchedulerNode,
  type SchedulerNodeOptions,
} from '@scheduler/core';
import { createMemoryStore } from '@scheduler/memory';
import { SequentialIds, SettableClock } from '@scheduler/testing';
import type { ApplicationSource } from '../application/application.js';
import { runConsole } from '../run-console.js';
import { CapturedStream, inputOf } from './captured-stream.js';

export const NOW = '2030-01-01T12:00:00Z';

export interface RunOptions {
  readonly cwd?: string;
  readonly env?: Readonly<Record<string, string>>;
  readonly stdin?: string;
  /** The columns of the terminal. Undefined: stdin, stdout and stderr are pipes. */
  readonly terminal?: number;
  readonly application?: ApplicationSource | null;
  /** Where stdout goes, to be read while the command runs. Default: it is read at the end. */
  readonly stdout?: CapturedStream;
}

export interface Ran {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
  /** stdout as one JSON document. */
  json<T = Record<string, JsonValue>>(): T;
}

/** A console with a real node on the memory store and a clock that stands still. */
export class Scene {
  readonly clock = new SettableClock(NOW);
  readonly signals = new EventEmitter();
  readonly store: SchedulerStore;
  readonly node: SchedulerNode;
  /** The payloads with which the handlers were called. */
  readonly calls: unknown[] = [];

  constructor(
    handlers: readonly JobHandler[] = [],
    config: SchedulerConfigInput = {},
    workflows?: NonNullable<SchedulerNodeOptions['workflows']>,
  ) {
    this.store = createMemoryStore({ clock: this.clock, eventLog: true });
    this.node = createSchedulerNode({
      store: this.store,
      clock: this.clock,
      ids: new SequentialIds(),
      logger: silentLogger,
      config,
      ...(workflows === undefined ? {} : { workflows }),
      handlers: [...this.handlers(), ...handlers],
    });
  }

  async run(argv: readonly string[], options: RunOptions = {}): Promise<Ran> {
    const isTerminal = options.terminal !== undefined;
    const stdout = options.stdout ?? new CapturedStream(isTerminal, options.terminal);
    const stderr = new CapturedStream(isTerminal, options.terminal);
    const code = await runConsole({
      argv,
      stdout,
      stderr,
      stdin: inputOf(options.stdin ?? '', isTerminal),
      cwd: options.cwd ?? tmpdir(),
      env: options.env ?? {},
      signals: this.signals,
      clock: this.clock,
      application: options.application === null ? undefined : (options.application ?? { node: this.node }),
    });
    return { code, stdout: stdout.text, stderr: stderr.text, json: () => JSON.parse(stdout.text) };
  }

  /** Creates a job with the console and resolves to its id. */
  async create(type: string, name: string, ...options: readonly string[]): Promise<string> {
    const ran = await this.run(['schedule:create', '--type', type, '--name', name, ...options, '--json']);
    if (ran.code !== 0) throw new Error(ran.stdout);
    return ran.json<{ job: { id: string } }>().job.id;
  }

  private handlers(): readonly JobHandler[] {
    const greet = defineHandler<{ name?: string } | null>({
      type: 'greet',
      handle: (job, context) => {
        this.calls.push(job.payload);
        context.log.info('greeting \u001b[31mred');
        return JobResult.success({ hello: job.payload?.name ?? 'you' });
      },
    });
    const explode = defineHandler({
      type: 'explode',
      handle: () => {
        throw new Error('boom \u001b[2J');
      },
    });
    return [greet as JobHandler, explode];
  }
}
