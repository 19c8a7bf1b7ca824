import { causedBy, isAllowed } from '@scheduler/core';
import type { ConnectionInfo } from '../access/connection.js';
import type { Principal } from '../access/principal.js';
import { HttpError, notFound } from '../problems/http-error.js';
import { problemAnswer, type ProblemOptions } from '../problems/problem.js';
import { readWith } from '../problems/read-with.js';
import { type Answer, type Call, PUBLIC, type Route } from '../declare/route.js';
import { audited, type AuditParts } from './audited.js';
import { checkSize, queryOf } from './check-request.js';
import { dashboardAnswer } from './dashboard.js';
import { type Gate, NOBODY } from './gate.js';
import { type CheckedOptions, reportQuietly } from './handler-options.js';
import type { Intake } from './intake.js';
import { idempotent } from './idempotent.js';
import { itemCaller } from './item-caller.js';
import { readBody } from './read-body.js';
import { hideData, type RedactAnswer } from './redact-answer.js';
import { respond, respondWithProblem } from './respond.js';
import { requestIdOf } from './request-id.js';
import type { HandlerServices } from './route-services.js';
import type { Match, Router } from './router.js';

export interface HandlerParts {
  readonly options: CheckedOptions;
  readonly gate: Gate;
  readonly intake: Intake;
  readonly router: Router;
  readonly redact: RedactAnswer;
  readonly services: HandlerServices;
  /** Throws for whoever is not on this machine. Null: access is configured. */
  readonly guardLocal: ((request: Request, connection: ConnectionInfo) => void) | null;
}

/** What is known about a request so far, for its problem. */
interface Progress {
  readonly requestId: string;
  route: Route | null;
  principal: Principal | null;
}

/** identify → find the route → admit → read → call → redact → answer. It never throws. */
export async function handleRequest(
  parts: HandlerParts,
  request: Request,
  connection: ConnectionInfo,
): Promise<Response> {
  const progress: Progress = { requestId: requestIdOf(request), route: null, principal: null };
  const isHead = request.method === 'HEAD';
  try {
    return identified(respond(await taken(parts, request, { connection, progress }), isHead), progress);
  } catch (error) {
    const answer = problemAnswer(error, problemOptions(progress));
    if (isFailure(error, answer.status)) report(parts, error, progress);
    return identified(respondWithProblem(answer, isHead), progress);
  }
}

/** What a node cannot do is no failure of it, and neither is what it refuses because it ends. */
function isFailure(error: unknown, status: number): boolean {
  if (error instanceof HttpError && error.code === 'SHUTTING_DOWN') return false;
  return status >= 500 && status !== 501;
}

const LONGEST_CAUSE = 255;
const CONTROL = /\p{Cc}/gu;

interface Asked {
  readonly connection: ConnectionInfo;
  readonly progress: Progress;
}

function taken(parts: HandlerParts, request: Request, asked: Asked): Promise<Answer> {
  return parts.intake.answer(() => answerTo(parts, request, asked));
}

async function answerTo(
  parts: HandlerParts,
  request: Request,
  { connection, progress }: Asked,
): Promise<Answer> {
  const { gate, router, options } = parts;
  checkSize(request, options.limits);
  const page = dashboardPage(parts, request, connection);
  if (page !== null) return page;
  const url = new URL(request.url);
  if (!isProbe(parts, request.method, url)) parts.intake.refuseLate();
  const open = openMatch(parts, request.method, url);
  // Who sends it is asked before the path is looked at, so that nobody learns from outside which paths there are.
  const principal = open === null ? await gate.identify(request, connection) : NOBODY;
  progress.principal = principal;
  const match = open ?? router.find(request.method, url.pathname);
  progress.route = match.route;
  gate.admit(principal, match.route, request);
  const call = await readCall(parts, { match, principal, request, url, connection, progress });
  return idempotent(match.route, call, async () =>
    redacted(parts, principal, await causedBy(causeOf(principal), () => perform(parts, call, progress))),
  );
}

/** The principal, as the event log names it. */
function causeOf({ kind, id }: Principal): string {
  return `${kind}:${id}`.slice(0, LONGEST_CAUSE).replaceAll(CONTROL, '\ufffd');
}

/** What the dashboard consists of. It needs no credential, since it holds nothing; without configured access it is for this machine alone. */
function dashboardPage(
  { options: { dashboard, basePath }, guardLocal }: HandlerParts,
  request: Request,
  connection: ConnectionInfo,
): Answer | null {
  const page = dashboard === undefined ? null : dashboardAnswer({ dashboard, basePath }, request);
  if (page !== null) guardLocal?.(request, connection);
  return page;
}

/** Calls the route, and writes down what it changed. */
function perform(parts: HandlerParts, call: Call, progress: Progress): Promise<Answer> {
  if (progress.route === null) throw notFound();
  return audited(progress.route, call, auditParts(parts, progress));
}

function auditParts(parts: HandlerParts, progress: Progress): AuditParts {
  const { redact } = parts;
  return { redact, requestId: progress.requestId, onError: (error) => report(parts, error, progress) };
}

/** The same id is in the audit log. */
function identified(response: Response, { requestId }: Progress): Response {
  response.headers.set('x-request-id', requestId);
  return response;
}

/** The route, if it is one that is open to everybody. */
function openMatch(parts: HandlerParts, method: string, url: URL): Match | null {
  const match = matchOf(parts, method, url);
  return match !== null && parts.gate.isOpen(match.route) ? match : null;
}

/** Probes are answered to the end, so that whoever asks sees how it goes. */
function isProbe(parts: HandlerParts, method: string, url: URL): boolean {
  return matchOf(parts, method, url)?.route.permission === PUBLIC;
}

function matchOf({ router }: HandlerParts, method: string, url: URL): Match | null {
  try {
    return router.find(method, url.pathname);
  } catch {
    return null;
  }
}

interface Admitted {
  readonly match: Match;
  readonly principal: Principal;
  readonly request: Request;
  readonly url: URL;
  readonly connection: ConnectionInfo;
  readonly progress: Progress;
}

async function readCall(
  parts: HandlerParts,
  { match, principal, request, url, connection, progress }: Admitted,
): Promise<Call> {
  const { route, params } = match;
  const { node, limits } = parts.options;
  const given = queryOf(url);
  const call = {
    params: route.params === undefined ? params : read(route.params, params, 'path'),
    query: route.query === undefined ? nothing(given, 'query') : read(route.query, given, 'query'),
    body: await bodyOf(route, request, limits),
    request,
    principal,
    node,
    scheduler: principal.tenant === null ? node.scheduler : node.scheduler.forTenant(principal.tenant),
    services: parts.services,
    isStillAllowed: () => parts.gate.stillAdmits(principal, route, { request, connection }),
    requestId: progress.requestId,
  };
  const items = itemCaller(call, { ...auditParts(parts, progress), gate: parts.gate, connection });
  return { ...call, items };
}

function read(schema: NonNullable<Route['query']>, value: unknown, subject: string): unknown {
  return readWith({ schema, value, subject, code: 'REQUEST_INVALID' });
}

async function bodyOf(route: Route, request: Request, limits: CheckedOptions['limits']): Promise<unknown> {
  if (route.method === 'GET') return undefined;
  const value = await readBody(request, limits);
  if (route.body === undefined) return nothing(value ?? {}, 'body');
  if (value === undefined && route.bodyRequired === false) return route.body.parse({});
  return readWith({ schema: route.body, value, subject: 'body', code: 'BODY_INVALID' });
}

/** Refuses members where the route takes none. */
function nothing(value: unknown, subject: string): undefined {
  const names = typeof value === 'object' && value !== null ? Object.keys(value) : [subject];
  const [first] = names;
  if (first === undefined) return undefined;
  const issue = {
    field: first.slice(0, 100),
    value: undefined,
    problem: 'is not known',
    accepted: 'nothing',
  };
  const code = subject === 'body' ? 'BODY_INVALID' : 'REQUEST_INVALID';
  throw new HttpError(400, code, `${issue.field}: is not known; this ${subject} takes nothing`, {
    issues: [issue],
  });
}

function redacted({ redact }: HandlerParts, principal: Principal, answer: Answer): Answer {
  if (typeof answer.body !== 'object' || answer.body === null) return answer;
  const body = redact(isAllowed(principal, 'payloads:read') ? answer.body : hideData(answer.body));
  return { ...answer, body: answer.shorten === undefined ? body : answer.shorten(body) };
}

function problemOptions({ route, principal }: Progress): ProblemOptions {
  return {
    limited: principal?.tenant !== null,
    ...(route?.conflict === undefined ? {} : { conflict: route.conflict }),
    ...(route?.nameOf === undefined ? {} : { nameOf: route.nameOf }),
  };
}

function report({ options }: HandlerParts, error: unknown, { route }: Progress): void {
  reportQuietly(options, { error, operation: route?.operation ?? null });
}
