import type { ClientOptions } from '../call/client-settings.js';
import type { SchedulerClient } from '../client.js';
import { createClient } from '../create-client.js';
import { BASE_URL, TOKEN } from './world.js';

/** What a server does with one request. */
export type Step = Response | Error | ((request: Request) => Promise<Response>);

/** A client of a server that does one step after the other, and the last one again and again. */
export function scripted(steps: readonly (() => Step)[], options: Partial<ClientOptions> = {}) {
  const requests: Request[] = [];
  const bodies: string[] = [];
  const fetch = async (request: Request): Promise<Response> => {
    const step =
      steps[Math.min(requests.length, steps.length - 1)]?.() ?? new Response(null, { status: 204 });
    requests.push(request);
    bodies.push(await request.clone().text());
    if (step instanceof Error) throw step;
    return typeof step === 'function' ? step(request) : step;
  };
  const client: SchedulerClient = createClient({
    baseUrl: BASE_URL,
    token: TOKEN,
    fetch,
    retry: { delayMs: 0 },
    ...options,
  });
  return { client, requests, bodies };
}

export function json(body: unknown, status = 200, headers: Readonly<Record<string, string>> = {}): Response {
  return new Response(JSON.stringify(body), {
    status,
    headers: { 'content-type': 'application/json', ...headers },
  });
}

export function problem(
  status: number,
  code: string,
  headers: Readonly<Record<string, string>> = {},
): Response {
  const body = {
    type: `urn:${code}`,
    title: 't',
    status,
    code,
    detail: `it is ${code}`,
    error: `it is ${code}`,
  };
  return json(body, status, { 'content-type': 'application/problem+json; charset=utf-8', ...headers });
}

/** What a promise rejects with. */
export async function rejection(
  promise: Promise<unknown>,
): Promise<Error & Readonly<Record<string, unknown>>> {
  return promise.then(
    (value) => {
      throw new Error(`it was expected to reject, and gave ${JSON.stringify(value)}`);
    },
    (error: unknown) => error as Error & Readonly<Record<string, unknown>>,
  );
}
