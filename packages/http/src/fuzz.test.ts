import { z } from 'zod';
import { problemSchema } from './problems/problem.js';
import type { Route } from './declare/route.js';
import { ROUTES } from './routes/route-table.js';
import { principal, type Received } from './test-support/scene.js';
import { createWorld, SAMPLES, type World } from './test-support/world.js';

/**
 * Requests that are drawn from the schemas, with something wrong in most of them: none is answered with a failure of the server, and every
 * answer is one that the route declares.
 */

const REQUESTS = process.env['SCHEDULER_TEST_BUDGET'] === 'full' ? 5_000 : 500;
const SEED = Number(process.env['SCHEDULER_TEST_SEED'] ?? 4711);

/** Mulberry32: the same requests for the same seed. */
function random(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

type Draw = () => number;
type Schema = Readonly<Record<string, unknown>>;

const pick = <T>(draw: Draw, values: readonly T[]): T => values[Math.floor(draw() * values.length)] as T;
const WRONG: readonly unknown[] = [
  null,
  '',
  'x',
  '\u0000',
  '__proto__',
  '../../etc/passwd',
  "'; DROP TABLE jobs; --",
  '<script>',
  'é☃💣',
  'x'.repeat(3_000),
  -1,
  0,
  1.5,
  1e21,
  2 ** 53,
  true,
  [],
  {},
  [[]],
  { $ne: null },
  { constructor: { prototype: { polluted: 1 } } },
  '2030-13-45T99:99:99Z',
  '9999-12-31T23:59:59Z',
  '* * * * *',
  '0-99999 * * * *',
  'Mars/Base',
];

/** A value by a JSON schema, or something wrong in its place. */
function value(draw: Draw, schema: Schema, depth = 0): unknown {
  if (draw() < 0.12 || depth > 6) return pick(draw, WRONG);
  const options = (schema['anyOf'] ?? schema['oneOf']) as readonly Schema[] | undefined;
  if (options !== undefined) return value(draw, pick(draw, options), depth + 1);
  if ('const' in schema) return schema['const'];
  if (Array.isArray(schema['enum'])) return pick(draw, schema['enum'] as readonly unknown[]);
  switch (schema['type']) {
    case 'object':
      return object(draw, schema, depth);
    case 'array':
      return Array.from({ length: Math.floor(draw() * 3) }, () =>
        value(draw, (schema['items'] ?? {}) as Schema, depth + 1),
      );
    case 'integer':
    case 'number':
      return Math.floor(draw() * pick(draw, [10, 1_000, 1e6])) + Number(schema['minimum'] ?? 0);
    case 'boolean':
      return draw() < 0.5;
    case 'string':
      return schema['format'] === 'date-time'
        ? new Date(1_893_456_000_000 + Math.floor(draw() * 1e11)).toISOString()
        : pick(draw, [
            'greet',
            'break',
            'default',
            'daily',
            '0 9 * * *',
            'UTC',
            'acme',
            'globex',
            'order',
            'check',
            '08:30',
          ]);
    default:
      return pick(draw, WRONG);
  }
}

function object(draw: Draw, schema: Schema, depth: number): Record<string, unknown> {
  const properties = (schema['properties'] ?? {}) as Readonly<Record<string, Schema>>;
  const required = (schema['required'] ?? []) as readonly string[];
  const members = Object.entries(properties).filter(
    ([name]) => draw() < (required.includes(name) ? 0.97 : 0.35),
  );
  const drawn = Object.fromEntries(members.map(([name, inner]) => [name, value(draw, inner, depth + 1)]));
  return draw() < 0.03 ? { ...drawn, unknown: 1 } : drawn;
}

const schemaOf = (schema: z.ZodType): Schema => {
  const { $defs = {}, ...rest } = z.toJSONSchema(schema, {
    io: 'input',
    unrepresentable: 'any',
  }) as Schema & { $defs?: Schema };
  return JSON.parse(JSON.stringify(rest), (_key, inner: Schema) =>
    typeof inner === 'object' && inner !== null && typeof inner['$ref'] === 'string'
      ? ($defs as Record<string, Schema>)[inner['$ref'].slice('#/$defs/'.length)]
      : inner,
  ) as Schema;
};

function pathOf(draw: Draw, route: Route, world: World): string {
  const sample = (SAMPLES[route.operation]?.(world).path ?? '').split('?')[0] ?? '';
  const path =
    draw() < 0.7
      ? sample
      : route.path.replace(/:\w+/g, () => encodeURIComponent(String(pick(draw, WRONG))) || 'x');
  if (route.query === undefined || draw() < 0.2) return path;
  const query = Object.entries(object(draw, schemaOf(route.query), 0));
  return `${path}?${query.map(([name, inner]) => `${name}=${encodeURIComponent(String(inner))}`).join('&')}`;
}

function checkAnswer(route: Route, { status, json, text }: Received<unknown>): readonly unknown[] {
  const declared = route.answers[status];
  if (declared === undefined) return problemSchema.safeParse(json).error?.issues ?? [];
  if (declared.schema === null) return text === '' ? [] : [text];
  return declared.contentType === undefined ? (declared.schema.safeParse(json).error?.issues ?? []) : [];
}

/** What ends the world that the other requests need. */
const DESTRUCTIVE = new Set(['tenants.delete']);
/** Not a failure of the server, but its answer: unhealthy because it was not started. */
const MAY_BE_503 = new Set(['health.get', 'health.platform']);

it(`${REQUESTS} drawn requests are answered without a failure, each as its schema says (seed ${SEED})`, async () => {
  const draw = random(SEED);
  const world = await createWorld({ limits: { requestsPerMinute: 10_000_000, requestBurst: 1_000_000 } });
  const routes = ROUTES.filter(({ operation }) => !DESTRUCTIVE.has(operation));
  const roles = [
    principal('admin'),
    principal('admin', 'acme'),
    principal('operator', 'globex'),
    principal('viewer', 'acme'),
  ];
  const statuses = new Map<number, number>();
  try {
    for (let number = 0; number < REQUESTS; number++) {
      const route = pick(draw, routes);
      const path = pathOf(draw, route, world);
      const body = route.body === undefined || draw() < 0.05 ? undefined : value(draw, schemaOf(route.body));
      const as = pick(draw, roles);
      const answer = await world.scene.send<unknown>(route.method, path, {
        as,
        ...(body === undefined ? {} : { body }),
      });
      statuses.set(answer.status, (statuses.get(answer.status) ?? 0) + 1);
      const what = `${number}: ${route.method} ${path} ${JSON.stringify(body)} as ${as.id}: ${answer.text.slice(0, 300)}`;
      // What the store cannot do, such as VACUUM, is no failure.
      const isRefused = answer.status === 501 || MAY_BE_503.has(route.operation);
      if (answer.status >= 500 && !isRefused) throw new Error(`${what} ${String(world.scene.errors.at(-1))}`);
      expect([what, checkAnswer(route, answer)]).toEqual([what, []]);
    }
    expect(({} as Record<string, unknown>)['polluted']).toBeUndefined();
    // Both sides were drawn: what is right, and what is wrong.
    expect([...statuses.keys()]).toEqual(expect.arrayContaining([200, 201, 400, 403, 404]));
  } finally {
    void world.scene.handler.close();
    await world.scene.node.stop();
  }
});
