import type { SchedulerNode } from '@scheduler/core';
import { Command } from '../command/command.js';
import type { CommandContext } from '../command/command-context.js';
import type { CommandOption } from '../command/command-declaration.js';
import type { CommandInput } from '../command/command-input.js';
import { UsageError } from '../output/console-error.js';
import type { ConsoleIo } from '../output/console-io.js';
import type { OpenApi } from '../serve/open-api.js';
import type { ServeChoice } from '../serve/serve-choice.js';
import { printServed } from '../views/serve-view.js';
import { noteIfNotDurable } from './job-command.js';
import { printEvent } from './print-event.js';
import { StopRequests } from '../processes/stop-requests.js';

const HIGHEST_PORT = 65_535;

export class Serve extends Command {
  readonly name: string = 'serve';
  readonly description: string =
    'Serve the REST API and the dashboard until stopped, to this machine alone until access is configured';
  override readonly options: readonly CommandOption[] = [
    { flags: '--port <n>', description: 'default as configured, else 3000; 0 takes any that is free' },
    {
      flags: '--host <address>',
      description: 'default as configured, else 127.0.0.1; another one needs access to be configured',
    },
    { flags: '--base-path <path>', description: 'where the API begins (default /api/v1/scheduler)' },
    { flags: '--read-only', description: 'refuse every write, whoever sends it' },
    { flags: '--api-keys', description: 'let in who shows an API key, which key:create creates' },
    { flags: '--work', description: 'also fire and run jobs in this process, as schedule:work does' },
  ];
  override readonly help: string = `Without access being configured, a token is printed that is new at each start, and only this machine is served. Access is configured by
--api-keys, SCHEDULER_HTTP_API_KEYS=true, or http: { authenticate } in scheduler.config. Without --work, nothing runs jobs in this process.

The first SIGINT or SIGTERM turns /readyz to 503, lets requests and running handlers finish, and ends with 0; a second one ends at once with
130 or 143. With --json the first line says where the API is, and with --work each event is another line.

Examples:
  scheduler serve --work
  scheduler serve --host 0.0.0.0 --port 8080 --api-keys --read-only`;

  async run(input: CommandInput, context: CommandContext): Promise<number> {
    const { io } = context;
    const chosen = readChoice(input);
    const node = await context.node();
    const application = await context.http();
    // Loaded only where it is needed: every other command starts without it.
    const { openApi } = await import('../serve/open-api.js');
    const api = await openApi({ node, application, chosen, onError: reportTo(io) });
    const stops = new StopRequests(io);
    try {
      await Promise.race([this.serve(node, api, { io, stops, chosen }), stops.second]);
      return 0;
    } finally {
      stops.dispose();
      // After a second signal nothing is waited for.
      api.served.server.close().closeAllConnections();
    }
  }

  private async serve(node: SchedulerNode, api: OpenApi, { io, stops, chosen }: Shift): Promise<void> {
    const unsubscribe = chosen.works
      ? node.events.subscribe({ names: [], listener: (event) => printEvent(io, event) })
      : () => undefined;
    try {
      printServed(io, api, { works: chosen.works && node.config.enabled, token: api.handler.token });
      if (chosen.works) await node.start();
      else noteIfNotDurable(node, io);
      const reason = await stops.first;
      io.note(`stopping (${reason}): requests and handlers may finish; a second signal ends at once`);
    } finally {
      await api.end();
      unsubscribe();
    }
    io.note('stopped');
  }
}

interface Shift {
  readonly io: ConsoleIo;
  readonly stops: StopRequests;
  readonly chosen: ServeChoice;
}

function readChoice(input: CommandInput): ServeChoice {
  const basePath = input.text('base-path');
  if (basePath !== undefined && !/^(?:\/[A-Za-z0-9._~-]+)*$/.test(basePath))
    throw new UsageError(
      `--base-path: ${JSON.stringify(basePath)} is not accepted; accepted: a path such as /api/v1/scheduler, without a slash at its end`,
    );
  return {
    port: input.integer('port', { min: 0, max: HIGHEST_PORT }),
    host: input.text('host'),
    basePath,
    readOnly: input.flag('read-only'),
    apiKeys: input.flag('api-keys'),
    works: input.flag('work'),
  };
}

/** Failures that no caller is told about. */
function reportTo(io: ConsoleIo) {
  return ({ error, operation }: { readonly error: unknown; readonly operation: string | null }) => {
    const message = error instanceof Error ? error.message : String(error);
    io.error(`a request failed (${operation ?? 'no operation'}): ${message}`);
    if (io.verbose && error instanceof Error && error.stack !== undefined) io.detail(error.stack);
  };
}
