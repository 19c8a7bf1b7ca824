import type { ProblemAnswer } from '../problems/problem.js';
import type { Answer } from '../declare/route.js';

/** Headers of every answer: nothing is cached, sniffed or framed, and no address of this API leaks to other sites. */
const ALWAYS: Readonly<Record<string, string>> = {
  'cache-control': 'no-store',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'cross-origin-resource-policy': 'same-origin',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
};

export function respond(answer: Answer, isHead: boolean): Response {
  const { status, body, headers = {} } = answer;
  if (body === undefined) return new Response(null, { status, headers: { ...ALWAYS, ...headers } });
  // Nobody would read it, and it would never end.
  if (isHead && body instanceof ReadableStream) void body.cancel();
  if (typeof body === 'string' || body instanceof ReadableStream || body instanceof Uint8Array)
    return new Response(isHead ? null : body, { status, headers: { ...ALWAYS, ...headers } });
  const all = { ...ALWAYS, 'content-type': 'application/json; charset=utf-8', ...headers };
  return new Response(isHead ? null : JSON.stringify(body), { status, headers: all });
}

export function respondWithProblem({ status, headers, problem }: ProblemAnswer, isHead: boolean): Response {
  const all = { ...headers, 'content-type': 'application/problem+json; charset=utf-8' };
  return respond({ status, body: problem, headers: all }, isHead);
}
