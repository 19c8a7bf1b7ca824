import { availableParallelism } from 'node:os';
import type { CommandInput } from '../command/command-input.js';
import { UsageError } from '../output/console-error.js';

const MOST_PROCESSES = 256;
const HIGHEST_PORT = 65_535;
const LOOPBACK = '127.0.0.1';

/** What the command line says about processes. */
export interface Supervision {
  readonly processes: number;
  /** A process above it is replaced. Null: none is. */
  readonly maxRss: number | null;
  /** Where the health of all processes is served. Null: nowhere. */
  readonly health: { readonly host: string; readonly port: number } | null;
}

/** The options that are meant for the supervisor, and not for its processes. */
export const SUPERVISOR_OPTIONS = ['processes', 'max-rss', 'health-port', 'health-host'] as const;

/** Null: this process works itself, without a supervisor. */
export function readSupervision(input: CommandInput): Supervision | null {
  const [, ...others] = SUPERVISOR_OPTIONS;
  if (input.text('processes') === undefined) {
    const alone = others.find((name) => input.text(name) !== undefined);
    if (alone === undefined) return null;
    throw new UsageError(
      `--${alone} is about the processes of a supervisor; add --processes, such as --processes 1`,
    );
  }
  const port = input.integer('health-port', { min: 0, max: HIGHEST_PORT });
  const host = input.text('health-host');
  if (port === undefined && host !== undefined)
    throw new UsageError(
      '--health-host says where the health is served; add --health-port, such as --health-port 8080',
    );
  return {
    processes: readProcesses(input),
    maxRss: readBytes(input, 'max-rss'),
    health: port === undefined ? null : { host: host ?? LOOPBACK, port },
  };
}

function readProcesses(input: CommandInput): number {
  const text = input.text('processes') ?? '';
  if (text === 'auto') return availableParallelism();
  const value = /^\d+$/.test(text) ? Number(text) : Number.NaN;
  if (value >= 1 && value <= MOST_PROCESSES) return value;
  throw new UsageError(
    `--processes: ${JSON.stringify(text)} is not accepted; accepted: a whole number from 1 to ${MOST_PROCESSES}, or auto for one for each core`,
  );
}

const UNITS: Readonly<Record<string, number>> = { mb: 2 ** 20, gb: 2 ** 30 };

function readBytes(input: CommandInput, option: string): number | null {
  const text = input.text(option);
  if (text === undefined) return null;
  const [, digits = '', unit = ''] = /^(\d{1,6}(?:\.\d{1,3})?)(mb|gb)$/i.exec(text) ?? [];
  const bytes = Math.round(Number(digits) * (UNITS[unit.toLowerCase()] ?? 0));
  if (bytes > 0) return bytes;
  throw new UsageError(
    `--${option}: ${JSON.stringify(text)} is not accepted; accepted: such as 512mb or 1.5gb`,
  );
}

/** `512 MB`, of 1,048,576 bytes each, as the options mean them. */
export function megabytes(bytes: number): string {
  return `${Math.round(bytes / 2 ** 20)} MB`;
}
