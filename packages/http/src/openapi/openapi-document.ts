import { problemSchema } from '../problems/problem.js';
import { isWrite, PUBLIC, type Route } from '../declare/route.js';
import { JsonSchemas } from './json-schemas.js';

export interface OpenApiDocument {
  readonly openapi: '3.1.0';
  readonly info: { readonly title: string; readonly version: string; readonly description: string };
  readonly servers: readonly { readonly url: string }[];
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: object;
  readonly security: readonly object[];
}

export interface Operation {
  readonly operationId: string;
  readonly summary: string;
  readonly tags: readonly string[];
  readonly 'x-permission': string;
  /** Whether it changes something. */
  readonly 'x-writes': boolean;
  readonly parameters: readonly object[];
  readonly requestBody?: object;
  readonly responses: Readonly<Record<string, object>>;
  readonly security?: readonly object[];
}

/** The OpenAPI 3.1 document of a table of routes. */
export function openApiDocument(routes: readonly Route[], basePath: string): OpenApiDocument {
  const schemas = new JsonSchemas();
  const problem = schemas.of(problemSchema, 'output');
  const paths: Record<string, Record<string, Operation>> = {};
  for (const route of routes) {
    const path = route.path.replace(/:(\w+)/g, '{$1}');
    paths[path] = { ...paths[path], [route.method.toLowerCase()]: operationOf(route, schemas, problem) };
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Scheduler',
      version: '1',
      description: 'Every error is application/problem+json with a stable code.',
    },
    servers: [{ url: basePath === '' ? '/' : basePath }],
    paths,
    components: {
      schemas: schemas.components,
      securitySchemes: { bearer: { type: 'http', scheme: 'bearer' } },
    },
    security: [{ bearer: [] }],
  };
}

function operationOf(route: Route, schemas: JsonSchemas, problem: object): Operation {
  const { operation, summary, tag, permission, body } = route;
  return {
    operationId: operation,
    summary,
    tags: [tag],
    'x-permission': permission,
    'x-writes': isWrite(route),
    parameters: [
      ...parametersOf(route.params, 'path', schemas),
      ...parametersOf(route.query, 'query', schemas),
      ...headersOf(route),
    ],
    ...(body === undefined
      ? {}
      : {
          requestBody: {
            required: route.bodyRequired !== false,
            content: { 'application/json': { schema: schemas.of(body, 'input') } },
          },
        }),
    responses: {
      ...Object.fromEntries(
        Object.entries(route.answers).map(
          ([status, { description, schema, contentType = 'application/json' }]) => [
            status,
            schema === null
              ? { description }
              : { description, content: { [contentType]: { schema: schemas.of(schema, 'output') } } },
          ],
        ),
      ),
      default: { description: 'A problem.', content: { 'application/problem+json': { schema: problem } } },
    },
    ...(permission === PUBLIC ? { security: [] } : {}),
  };
}

/** How a list stands in a query: one parameter, with commas. */
const COMMA_SEPARATED = { style: 'form', explode: false } as const;

function parametersOf(
  schema: Route['params'],
  place: 'path' | 'query',
  schemas: JsonSchemas,
): readonly object[] {
  if (schema === undefined) return [];
  const { properties = {}, required = [] } = schemas.of(schema, 'input') as {
    readonly properties?: Readonly<Record<string, { readonly type?: unknown }>>;
    readonly required?: readonly string[];
  };
  return Object.entries(properties).map(([name, inner]) => ({
    name,
    in: place,
    required: place === 'path' || required.includes(name),
    ...(inner.type === 'array' ? COMMA_SEPARATED : {}),
    schema: inner,
  }));
}

function headersOf(route: Route): readonly object[] {
  const names = [
    ...(isWrite(route) && route.secret !== true ? ['Idempotency-Key'] : []),
    ...(route.ifMatch === true ? ['If-Match'] : []),
  ];
  return names.map((name) => ({
    name,
    in: 'header',
    required: false,
    schema: { type: 'string', maxLength: 255 },
  }));
}
