import { createHandler } from './handler/create-handler.js';
import type { OpenApiDocument } from './openapi/openapi-document.js';
import { ROUTES } from './routes/route-table.js';
import { principal, Scene } from './test-support/scene.js';

let scene: Scene;
beforeEach(() => {
  scene = new Scene();
});
afterEach(() => scene.node.stop());

it('the OpenAPI document has every route with its permission, and only references that exist', async () => {
  const { json, text } = await scene.send<OpenApiDocument>('GET', '/openapi.json');
  const operations = Object.values(json.paths).flatMap((methods) => Object.values(methods));
  expect(operations.map(({ operationId }) => operationId).sort()).toEqual(
    ROUTES.map(({ operation }) => operation).sort(),
  );
  for (const { operationId, ...operation } of operations)
    expect([operationId, operation['x-permission']]).toEqual([
      operationId,
      ROUTES.find((route) => route.operation === operationId)?.permission,
    ]);
  const { schemas } = json.components as { schemas: Record<string, object> };
  const references = [...text.matchAll(/"\$ref":"([^"]+)"/g)].map(([, reference]) => reference ?? '');
  expect(references.length).toBeGreaterThan(50);
  for (const reference of new Set(references)) {
    expect(reference).toMatch(/^#\/components\/schemas\/\w+$/);
    expect(schemas).toHaveProperty(reference.split('/')[3] ?? '');
  }
  expect(json.paths['/jobs']?.['get']?.parameters).toContainEqual({
    name: 'limit',
    in: 'query',
    required: false,
    schema: { type: 'integer', minimum: 1, maximum: 100 },
  });
});

it('the OpenAPI document is whole for those who may not read payloads', async () => {
  const read = async (role: 'admin' | 'viewer') =>
    (await scene.send('GET', '/openapi.json', { as: principal(role, 'acme') })).text;
  expect(await read('viewer')).toBe(await read('admin'));
  expect(await read('viewer')).toContain('"payload":{');
});

it('the OpenAPI document describes parameters with commas as the lists that they are', async () => {
  const { json } = await scene.send<OpenApiDocument>('GET', '/openapi.json');
  expect(json.paths['/executions']?.['get']?.parameters).toContainEqual({
    name: 'error_class',
    in: 'query',
    required: false,
    style: 'form',
    explode: false,
    schema: {
      type: 'array',
      items: { type: 'string', enum: ['retryable', 'transient', 'degraded', 'terminal'] },
      minItems: 1,
      maxItems: 50,
    },
  });
});

it('the page loads nothing from elsewhere and runs nothing', async () => {
  const { text, headers, status } = await scene.send('GET', '/docs');
  expect([status, headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
  expect(headers.get('content-security-policy')).toBe(
    "default-src 'none'; style-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  );
  expect(text).not.toMatch(/<script|https?:\/\/|javascript:|\son\w+=|style=/i);
  expect(text.match(/<details>/g)).toHaveLength(ROUTES.length);
  const style = await scene.send('GET', '/docs.css');
  expect(style.text).not.toMatch(/url\(|@import/);
});

it('both stand below the base path of the handler', async () => {
  const handler = createHandler({
    node: scene.node,
    basePath: '/internal/jobs-api',
    authenticate: () => principal('viewer'),
  });
  const get = async (path: string) => (await handler(new Request(`http://h${path}`))).text();
  expect(JSON.parse(await get('/internal/jobs-api/openapi.json'))).toMatchObject({
    servers: [{ url: '/internal/jobs-api' }],
  });
  expect(await get('/internal/jobs-api/docs')).toContain('href="/internal/jobs-api/docs.css"');
});
