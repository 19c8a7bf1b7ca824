import { isAllowed, PRESETS } from '@scheduler/core';
import type { z } from 'zod';
import type { Principal } from './access/principal.js';
import { createHandler } from './handler/create-handler.js';
import { problemSchema } from './problems/problem.js';
import { isWrite, neededPermission, PUBLIC, type Route } from './declare/route.js';
import { ROUTES } from './routes/route-table.js';
import { principal, type Received } from './test-support/scene.js';
import { CANARY, createWorld, type Sample, SAMPLES, type World } from './test-support/world.js';

/** Each operation × role × tenant: the exact status, an answer that its schema knows, and nothing that belongs to others. */

const roles = Object.keys(PRESETS) as (keyof typeof PRESETS)[];

async function call(
  route: Route,
  {
    as,
    headers = {},
  }: { readonly as: Principal | null; readonly headers?: Readonly<Record<string, string>> },
): Promise<Received<unknown> & { sample: Sample }> {
  const world: World = await createWorld();
  try {
    const sampleOf = SAMPLES[route.operation];
    if (sampleOf === undefined) throw new Error(`${route.operation} has no sample`);
    const sample = sampleOf(world);
    const { path, body } = sample;
    return { ...(await world.scene.send<unknown>(route.method, path, { as, body, headers })), sample };
  } finally {
    await world.scene.node.stop();
  }
}

/** What is allowed, apart from whose things they are. */
function refusal(route: Route, as: Principal): number | null {
  const needed = neededPermission(route);
  if (needed === null) return null;
  if (!isAllowed(as, needed)) return 403;
  return route.tenants === 'all' && as.tenant !== null ? 403 : null;
}

function checkAnswer(route: Route, { status, json, text }: Received<unknown>): void {
  const declared = route.answers[status];
  const schema: z.ZodType | null = declared === undefined ? problemSchema : declared.schema;
  if (schema === null) return expect(text).toBe('');
  if (declared?.contentType !== undefined) return expect(text).not.toBe('');
  const result = schema.safeParse(json);
  expect(result.success ? [] : result.error.issues).toEqual([]);
}

it('every operation has a sample, and every sample an operation', () => {
  expect(Object.keys(SAMPLES).sort()).toEqual(ROUTES.map(({ operation }) => operation).sort());
});

describe.each(ROUTES.map((route) => ({ route, title: `${route.method} ${route.path}` })))(
  '$title (F252)',
  ({ route }) => {
    it('is 401 without a credential', async () => {
      const answer = await call(route, { as: null });
      expect(answer.status).toBe(route.permission === PUBLIC ? 200 : 401);
      expect(answer.text).not.toContain(CANARY);
    });

    it.each(roles)('is answered exactly to a %s of its tenant, and of all tenants', async (role) => {
      for (const tenant of ['acme', null]) {
        const as = principal(role, tenant);
        const answer = await call(route, { as });
        expect([role, tenant, answer.status]).toEqual([
          role,
          tenant,
          refusal(route, as) ?? answer.sample.status ?? 200,
        ]);
        checkAnswer(route, answer);
        if (!isAllowed(as, 'payloads:read')) expect(answer.text).not.toContain(`"note":"${CANARY}"`);
      }
    });

    it.each(roles)('shows nothing to a %s of another tenant', async (role) => {
      const as = principal(role, 'globex');
      const answer = await call(route, { as });
      const own = answer.sample.shared === true ? (answer.sample.status ?? 200) : 404;
      expect([role, answer.status]).toEqual([role, refusal(route, as) ?? own]);
      expect(answer.text).not.toContain('canary');
      expect(answer.text).not.toContain('acme');
      checkAnswer(route, answer);
    });

    it('is refused for a revision that a job does not have, if it is declared to look at it', async () => {
      const answer = await call(route, { as: principal('admin'), headers: { 'if-match': '"999999"' } });
      expect(answer.status).toBe(route.ifMatch === true ? 412 : (answer.sample.status ?? 200));
    });

    it('is refused by a read-only API if it writes', async () => {
      const { status, sample } = await callReadOnly(route);
      const other = sample.ofHandler === true ? 404 : (sample.status ?? 200);
      expect(status).toBe(isWrite(route) ? 403 : other);
    });
  },
);

/** The world is made by a handler that may write, and looked at through one that may not. */
async function callReadOnly(route: Route): Promise<{ status: number; sample: Sample }> {
  const world = await createWorld();
  const handler = createHandler({
    node: world.scene.node,
    readOnly: true,
    metrics: { prometheus: () => Promise.resolve('# nothing\n') },
    authenticate: () => principal('admin'),
  });
  try {
    const sample = SAMPLES[route.operation]?.(world);
    if (sample === undefined) throw new Error(`${route.operation} has no sample`);
    const { status } = await handler(world.scene.request(route.method, sample.path, { body: sample.body }));
    return { status, sample };
  } finally {
    await world.scene.node.stop();
  }
}
