import { ConfigurationInvalid } from '@scheduler/contracts';
import {
  accepting,
  anything,
  checkInput,
  fields,
  flag,
  having,
  isFunction,
  listOf,
  oneOf,
  optional,
  text,
} from '@scheduler/contracts/adapter';
import type { SchedulerNode } from '@scheduler/core';
import type { Authenticator } from '../access/connection.js';
import type { Principal } from '../access/principal.js';
import type { DashboardFiles } from '../declare/dashboard-files.js';
import { type Environment, ENVIRONMENT_COLORS, type MetricsSource } from '../declare/route.js';
import { type Limits, type LimitsInput, limitsSchema } from './limits.js';
import { checkPaths } from './redact-answer.js';

export interface AccessOptions {
  /** Whether API keys of the store let somebody in, beside what `authenticate` says. Default: false. */
  readonly apiKeys?: boolean;
  /**
   * Whether a principal may create jobs and enqueue work of a type, or give it to an event handler. Default: whoever may write jobs may
   * use every type.
   */
  readonly mayUseType?: (principal: Principal, type: string) => boolean | Promise<boolean>;
  /**
   * What links to calendars are signed with (`POST /calendar/links`), at least 32 characters; another secret ends all of them. Default: there
   * are no such links.
   */
  readonly calendarSecret?: string;
  /** Whether `/livez` and `/readyz` need a principal. Default: false, unless nothing is configured. */
  readonly protectProbes?: boolean;
}

/** A failure that the caller was not told about. */
export interface ReportedError {
  readonly error: unknown;
  readonly operation: string | null;
}

export interface HandlerOptions {
  readonly node: SchedulerNode;
  /**
   * Who sends a request: the session or token of the application. Null: nobody that is known. Without it and without `access.apiKeys` only
   * this machine is served, with a token that is new for each handler (`handler.token`).
   */
  readonly authenticate?: Authenticator<Principal>;
  readonly access?: AccessOptions;
  /** Where the API begins. Default: `/api/v1/scheduler`. */
  readonly basePath?: string;
  /** True: every write is refused, whatever the principal may do. Default: false. */
  readonly readOnly?: boolean;
  /** What nobody gets to see: paths such as `payload.card.number`, from a member of an answer on. */
  readonly redact?: readonly string[];
  readonly limits?: LimitsInput;
  /** `dashboardFiles()` of `@scheduler/dashboard`: the dashboard is at `dashboard/` below the base path. Default: there is none. */
  readonly dashboard?: DashboardFiles;
  /** `createMetrics({ node })` of `@scheduler/telemetry`: what Prometheus reads, at `/metrics/prometheus`. Default: there is none. */
  readonly metrics?: MetricsSource;
  /** Shown by the dashboard, so that nobody takes production for something else: `{ name: 'production', color: 'red' }`. */
  readonly environment?: Environment;
  /** Called with failures that are no fault of the caller. Default: they go to the console. */
  readonly onError?: (failure: ReportedError) => void;
}

export interface CheckedOptions extends HandlerOptions {
  readonly access: AccessOptions;
  readonly basePath: string;
  readonly readOnly: boolean;
  readonly redact: readonly string[];
  readonly limits: Limits;
  readonly onError: (failure: ReportedError) => void;
}

export const DEFAULT_BASE_PATH = '/api/v1/scheduler';
const LONGEST_NAME = 40;
const SHORTEST_SECRET = 32;
const BASE_PATH = /^(?:\/[A-Za-z0-9._~-]+)*$/;

const OPTIONS = fields(
  {
    node: having(['open', 'tick', 'explain'], 'a node, such as createSchedulerNode({ store, handlers })'),
    authenticate: optional(isFunction('a function (request) => principal or null')),
    access: optional(
      fields(
        {
          apiKeys: optional(flag),
          mayUseType: optional(isFunction('a function (principal, type) => boolean')),
          protectProbes: optional(flag),
          calendarSecret: optional(
            accepting(
              (value) => typeof value === 'string' && value.length >= SHORTEST_SECRET,
              'is not a secret',
              `a text of at least ${SHORTEST_SECRET} characters`,
            ),
          ),
        },
        '{ apiKeys, mayUseType, protectProbes, calendarSecret }',
      ),
    ),
    basePath: optional(
      accepting(
        (value) => typeof value === 'string' && BASE_PATH.test(value),
        'is not a path',
        `a path such as '${DEFAULT_BASE_PATH}', without a slash at its end`,
      ),
    ),
    readOnly: optional(flag),
    redact: optional(listOf(anything, "paths such as 'payload.card.number'")),
    limits: anything,
    dashboard: optional(having(['page'], 'dashboardFiles() of @scheduler/dashboard')),
    metrics: optional(having(['prometheus'], 'createMetrics({ node }) of @scheduler/telemetry')),
    environment: optional(
      fields({ name: text(LONGEST_NAME), color: oneOf(...ENVIRONMENT_COLORS) }, '{ name, color }'),
    ),
    onError: optional(isFunction('a function ({ error, operation }) => …')),
  },
  '{ node, authenticate, … }',
);

/** The options with their defaults. Throws ConfigurationInvalid for what is missing, wrong or not known. */
export function checkOptions(options: HandlerOptions): CheckedOptions {
  checkInput({ value: options, check: OPTIONS, field: 'options', error: ConfigurationInvalid });
  return {
    ...options,
    access: options.access ?? {},
    basePath: options.basePath ?? DEFAULT_BASE_PATH,
    readOnly: options.readOnly ?? false,
    redact: checkPaths(options.redact ?? []),
    limits: readLimits(options.limits ?? {}),
    onError: options.onError ?? printError,
  };
}

function readLimits(limits: LimitsInput): Limits {
  const result = limitsSchema.safeParse(limits);
  if (result.success) return result.data;
  throw new ConfigurationInvalid(
    result.error.issues.map((issue) => ({
      field: ['limits', ...issue.path].join('.'),
      value: undefined,
      problem: issue.message,
    })),
  );
}

/** A failure of the reporting itself must not take an answer away. */
export function reportQuietly({ onError }: Pick<CheckedOptions, 'onError'>, failure: ReportedError): void {
  try {
    onError(failure);
  } catch {
    // There is nobody left to tell.
  }
}

function printError({ error, operation }: ReportedError): void {
  console.error(`a request failed (${operation ?? 'no operation'}):`, error);
}
