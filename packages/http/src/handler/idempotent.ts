import { createHash } from 'node:crypto';
import { stableJson } from '@scheduler/core';
import { HttpError } from '../problems/http-error.js';
import { problemAnswer } from '../problems/problem.js';
import { type Answer, type Call, isWrite, type Route } from '../declare/route.js';

const KEY = /^[\x21-\x7e]{1,255}$/;
const LONGEST_SCOPE = 255;

/**
 * Carries out a write with an `Idempotency-Key` once: the same request again gets the first answer, another request with the key is refused,
 * and so is one while the first is being carried out. A request that is refused leaves its key free.
 */
export async function idempotent(route: Route, call: Call, carryOut: () => Promise<Answer>): Promise<Answer> {
  const key = call.request.headers.get('idempotency-key');
  if (key === null || !isWrite(route)) return carryOut();
  refuseKey(route, key);
  const state = await call.node.access.idempotency.begin({
    tenant: call.principal.tenant,
    scope: scopeOf(call),
    key,
    requestHash: hashOf(route, call),
  });
  if (state.kind === 'mismatch')
    throw new HttpError(422, 'IDEMPOTENCY_KEY_REUSED', 'this Idempotency-Key was used for another request');
  if (state.kind === 'running')
    throw new HttpError(
      409,
      'IDEMPOTENCY_KEY_IN_USE',
      'a request with this Idempotency-Key is being carried out',
      {
        headers: { 'retry-after': '1' },
      },
    );
  if (state.kind === 'done') return replayed(state.response);
  return carryOut().then(
    async (answer) => {
      await state.complete({
        status: answer.status,
        headers: { ...answer.headers },
        body: textOf(answer.body),
      });
      return answer;
    },
    async (error: unknown) => {
      // After a failure of the server it is not known what was done: the key stays locked for its time.
      if (problemAnswer(error).status < 500) await state.abandon();
      throw error;
    },
  );
}

function refuseKey({ secret }: Route, key: string): void {
  const problem =
    secret === true
      ? 'is not taken here, since the answer has a secret that is not stored'
      : 'is not a key of 1 to 255 printable characters';
  if (secret !== true && KEY.test(key)) return;
  const issues = [{ field: 'Idempotency-Key', value: undefined, problem }];
  throw new HttpError(400, 'REQUEST_INVALID', `Idempotency-Key: ${problem}`, { issues });
}

/** A key belongs to its principal: two tenants may use the same one. */
function scopeOf({ principal: { kind, tenant, id } }: Call): string {
  const scope = `${kind}:${tenant ?? ''}:${id}`;
  return scope.length <= LONGEST_SCOPE ? scope : sha256(scope);
}

function hashOf({ operation }: Route, { params, query, body, request }: Call): string {
  const match = request.headers.get('if-match');
  return sha256(JSON.stringify([operation, stable(params), stable(query), stable(body), match]));
}

function stable(value: unknown): string {
  return value === undefined ? '' : stableJson(JSON.parse(JSON.stringify(value)) as never);
}

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}

function textOf(body: unknown): string | null {
  return body === undefined ? null : JSON.stringify(body);
}

function replayed({
  status,
  headers,
  body,
}: {
  status: number;
  headers: Readonly<Record<string, string>>;
  body: string | null;
}): Answer {
  return {
    status,
    headers: { ...headers, 'idempotency-replayed': 'true' },
    ...(body === null ? {} : { body: JSON.parse(body) as unknown }),
  };
}
