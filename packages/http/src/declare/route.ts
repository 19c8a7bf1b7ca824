import type { Scheduler } from '@scheduler/contracts';
import type { Permission, SchedulerNode } from '@scheduler/core';
import type { z } from 'zod';

import type { Principal } from '../access/principal.js';
import type { BulkActions } from '../bulk/bulk-actions.js';
import type { EventStreams } from '../stream/event-streams.js';
import type { LogStreams } from '../stream/log-streams.js';

export const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const;

export type Method = (typeof METHODS)[number];

/** Open to everybody, which has to be said. Only for answers that say nothing but that the process lives. */
export const PUBLIC = 'public';

/** Open to every principal, whatever it may do. Only for what is about the principal itself. */
export const ANY_PRINCIPAL = 'authenticated';

export const ENVIRONMENT_COLORS = ['grey', 'blue', 'green', 'yellow', 'orange', 'red', 'purple'] as const;

/** Which installation this is, for people who have several of them open. */
export interface Environment {
  readonly name: string;
  readonly color: (typeof ENVIRONMENT_COLORS)[number];
}

/** What an answer is: its status, its body, and what else it says. */
export interface Answer {
  readonly status: number;
  /** Undefined: the answer has no body. A text or a stream is sent as it is, everything else as JSON. */
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
  /** Changes the body for its reader, after what the reader must not see was taken out of it. */
  readonly shorten?: (body: unknown) => unknown;
  /** What a write changed, for the audit log. Null: nothing, and nothing is written down. */
  readonly audit?: AuditedChange | null;
}

export interface AuditedChange {
  /** What was changed. Missing: no single object. */
  readonly object?: { readonly kind: string; readonly id: string };
  readonly before?: unknown;
  readonly after?: unknown;
  readonly reason?: string | undefined;
}

/** What a route gets: the checked request, and the scheduler as its principal sees it. */
export interface Call<TParams = unknown, TQuery = unknown, TBody = unknown> {
  readonly params: TParams;
  readonly query: TQuery;
  readonly body: TBody;
  readonly request: Request;
  readonly principal: Principal;
  readonly node: SchedulerNode;
  /** Limited to the tenant of the principal. */
  readonly scheduler: Scheduler;
  readonly services: RouteServices;
  /** Whether the credential of the request still lets it call this route, for answers that take long. */
  readonly isStillAllowed: () => Promise<boolean>;
  /** The id of the request, which its records in the audit log have. */
  readonly requestId: string;
  /** Other routes for single objects, for a request that is about many. */
  readonly items: ItemCaller;
}

/** Calls a route for one object, through the same gate as a request of its own and into the same audit log. */
export interface ItemCaller {
  /** Throws a problem 403 unless the principal of the request may call the route. */
  admit(route: Route): void;
  /** Throws what the route throws, and a problem 403 if the credential does not let it in any more. */
  call(route: Route, item: ItemOfCall): Promise<Answer>;
}

export interface ItemOfCall {
  readonly params: Readonly<Record<string, string>>;
  readonly body: unknown;
  /** Whose objects are looked at. Null: those of all tenants. */
  readonly tenant: string | null;
  /** Why, for the audit log. */
  readonly reason: string | null;
}

/** Reports that cost much, and are given again for a while. */
export interface RecentReportsPort {
  get<T>(key: string, make: () => Promise<T>): Promise<T>;
}

/** Where the text for Prometheus comes from. */
export interface MetricsSource {
  prometheus(): Promise<string>;
}

/** What the handler keeps for its routes. */
export interface RouteServices {
  readonly basePath: string;
  /** What links to calendars are signed with. Null: there are none. */
  readonly calendarSecret: string | null;
  /** Null: the application gave none. */
  readonly metrics: MetricsSource | null;
  readonly readOnly: boolean;
  readonly environment: Environment | null;
  /** The OpenAPI document of the routes. */
  readonly openApi: () => object;
  readonly streams: Pick<EventStreams, 'open'>;
  readonly logStreams: Pick<LogStreams, 'follow'>;
  /** Hides what the application hides from everybody. Answers with a body of JSON pass it by themselves. */
  readonly redact: (value: unknown) => unknown;
  readonly bulkActions: Omit<BulkActions, 'close'>;
  readonly reports: RecentReportsPort;
  /** Whether what stands at a path of an answer is hidden from everybody. */
  readonly isHidden: (path: string) => boolean;
  /** False: this process is about to end. */
  readonly isReady: () => boolean;
  /** Throws a problem 403 unless the application lets the principal create jobs of this type. */
  readonly checkType: (principal: Principal, type: string) => Promise<void>;
}

export interface AnswerDeclaration {
  readonly description: string;
  /** Null: the answer has no body. */
  readonly schema: z.ZodType | null;
  /** Default: `application/json`. */
  readonly contentType?: string;
}

export interface RouteDefinition<
  TParams extends z.ZodType = z.ZodType,
  TQuery extends z.ZodType = z.ZodType,
  TBody extends z.ZodType = z.ZodType,
> {
  readonly method: Method;
  /** Below the base path, with parameters such as `:id`. */
  readonly path: string;
  /** What the principal has to be allowed to do. There is no default. */
  readonly permission: Permission | typeof PUBLIC | typeof ANY_PRINCIPAL;
  /** Unique, such as `jobs.pause`; it is also what the audit log calls it. */
  readonly operation: string;
  readonly summary: string;
  readonly tag: string;
  /** `all`: it is about what all tenants share, and is refused to a principal of one tenant. Default: `own`. */
  readonly tenants?: 'own' | 'all';
  /** Whether it changes something. Default: whatever is no GET does. */
  readonly writes?: boolean;
  /** True: a write that is refused where `If-Match` names another revision than the job has. Default: false. */
  readonly ifMatch?: boolean;
  /** The seed's routes answer 400 where the state of something does not allow a write. Default: 409. */
  readonly conflict?: 400 | 409;
  /** True: the answer has a secret that must not be stored for a repeated request. Default: false. */
  readonly secret?: boolean;
  /** How fields of the scheduler's errors are called in the body of this route. */
  readonly nameOf?: (field: string) => string;
  readonly params?: TParams;
  readonly query?: TQuery;
  readonly body?: TBody;
  /** False: the body may be left out. Default: true. */
  readonly bodyRequired?: boolean;
  /** The answers by status, without the problems that every route may have. */
  readonly answers: Readonly<Record<number, AnswerDeclaration>>;
  handle(call: Call<z.output<TParams>, z.output<TQuery>, z.output<TBody>>): Promise<Answer>;
}

export type Route = RouteDefinition;

/** Declares a route with the types of its schemas. */
export function route<
  TParams extends z.ZodType = z.ZodType,
  TQuery extends z.ZodType = z.ZodType,
  TBody extends z.ZodType = z.ZodType,
>(definition: RouteDefinition<TParams, TQuery, TBody>): Route {
  return definition as unknown as Route;
}

/** What a principal must be allowed to do. Null: nothing in particular. */
export function neededPermission({ permission }: Pick<Route, 'permission'>): Permission | null {
  return permission === PUBLIC || permission === ANY_PRINCIPAL ? null : permission;
}

export function isWrite({ writes, method }: Pick<Route, 'writes' | 'method'>): boolean {
  return writes ?? method !== 'GET';
}
