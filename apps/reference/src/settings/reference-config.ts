import { resolve } from 'node:path';
import { ConfigurationInvalid, DURATION_RULE, toMilliseconds } from '@scheduler/contracts';
import { TICKET_SLA } from '../domains/tickets/tickets.schedules.js';

export const PACES = ['demo', 'real'] as const;

export type Pace = (typeof PACES)[number];

/** The product's own settings; those of the scheduler are `SCHEDULER_*`. */
export interface ReferenceConfig {
  /** Everything that the product writes goes under this folder. */
  readonly dataDir: string;
  /** The documents of the knowledge base. */
  readonly contentDir: string;
  /** `demo`: every domain does something within seconds. `real`: as in production. */
  readonly pace: Pace;
  /** The file of the jobs, unless `SCHEDULER_SQLITE_FILE` names another: the same one from whatever folder the console is called. */
  readonly sqliteFile: string;
  /** How long a ticket may stay unresolved. */
  readonly ticketSlaMs: number;
  /** Somebody must approve orders of this total and more. */
  readonly approvalFromCents: number;
}

const APPROVAL_FROM_CENTS = 100_000;

export type Environment = Readonly<Record<string, string | undefined>>;

const APP_FOLDER = resolve(__dirname, '../..');
const WORKSPACE = resolve(APP_FOLDER, '../..');

export function readReferenceConfig(env: Environment): ReferenceConfig {
  return {
    dataDir: resolve(env['REFERENCE_DATA_DIR'] || resolve(APP_FOLDER, 'var')),
    contentDir: resolve(APP_FOLDER, 'content'),
    sqliteFile: resolve(WORKSPACE, '.scheduler/scheduler.db'),
    pace: readPace(env['REFERENCE_PACE'] || 'demo'),
    ticketSlaMs: readSla(env['REFERENCE_TICKET_SLA'] || TICKET_SLA),
    approvalFromCents: readCents(env['REFERENCE_APPROVAL_FROM_CENTS'] || String(APPROVAL_FROM_CENTS)),
  };
}

function readPace(value: string): Pace {
  const pace = PACES.find((known) => known === value);
  if (pace !== undefined) return pace;
  throw new ConfigurationInvalid({
    field: 'REFERENCE_PACE',
    value,
    problem: 'is not a pace',
    accepted: PACES.join(' or '),
  });
}

function readSla(value: string): number {
  try {
    return toMilliseconds(value);
  } catch (cause) {
    throw new ConfigurationInvalid(
      { field: 'REFERENCE_TICKET_SLA', value, problem: 'is not a duration', accepted: DURATION_RULE },
      { cause },
    );
  }
}

function readCents(value: string): number {
  const cents = Number(value);
  if (/^\d+$/.test(value) && Number.isSafeInteger(cents)) return cents;
  throw new ConfigurationInvalid({
    field: 'REFERENCE_APPROVAL_FROM_CENTS',
    value,
    problem: 'is not an amount in cents',
    accepted: 'a whole number such as 100000',
  });
}
