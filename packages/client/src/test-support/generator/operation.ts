import type { ApiDocument, DocumentOperation, JsonSchema, Parameter } from './read-document.js';

/** An operation as the client needs it. */
export interface ClientOperation {
  readonly group: string;
  readonly name: string;
  readonly method: string;
  /** With parameters such as `{id}`. */
  readonly path: string;
  readonly summary: string;
  readonly permission: string;
  readonly writes: boolean;
  readonly takesKey: boolean;
  readonly takesIfMatch: boolean;
  readonly pathParameters: readonly string[];
  readonly query: readonly Parameter[];
  readonly body: { readonly required: boolean; readonly schema: JsonSchema } | null;
  /** Null: no answer has a body. */
  readonly answer: JsonSchema | null;
  readonly contentType: string | null;
  /** Statuses that are no success and yet have an answer of their own, such as 503 of the health. */
  readonly otherStatuses: readonly number[];
}

export function operationsOf(document: ApiDocument): readonly ClientOperation[] {
  return Object.entries(document.paths)
    .flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, operation]) =>
        operationOf({ path, method: method.toUpperCase() }, operation),
      ),
    )
    .sort((a, b) => (idOf(a) < idOf(b) ? -1 : 1));
}

export const idOf = ({ group, name }: Pick<ClientOperation, 'group' | 'name'>) => `${group}.${name}`;

function operationOf(at: { path: string; method: string }, operation: DocumentOperation): ClientOperation {
  const { operationId, summary, parameters, requestBody } = operation;
  const [group = '', name = ''] = operationId.split('.');
  const query = parameters.filter((parameter) => parameter.in === 'query');
  const headers = parameters.filter((parameter) => parameter.in === 'header').map((header) => header.name);
  if (requestBody !== undefined && query.length > 0)
    throw new Error(`${operationId} has a query and a body: the methods of the client take one of them`);
  return {
    ...at,
    group,
    name,
    summary,
    permission: operation['x-permission'],
    writes: operation['x-writes'],
    takesKey: headers.includes('Idempotency-Key'),
    takesIfMatch: headers.includes('If-Match'),
    pathParameters: [...at.path.matchAll(/\{(\w+)\}/g)].map(([, parameter]) => parameter ?? ''),
    query,
    body: bodyOf(requestBody),
    ...answerOf(operation),
  };
}

function bodyOf(body: DocumentOperation['requestBody']): ClientOperation['body'] {
  const schema = body?.content['application/json']?.schema;
  return body === undefined || schema === undefined ? null : { required: body.required, schema };
}

function answerOf({
  operationId,
  responses,
}: DocumentOperation): Pick<ClientOperation, 'answer' | 'contentType' | 'otherStatuses'> {
  const declared = Object.entries(responses).filter(([status]) => status !== 'default');
  const contents = declared.flatMap(([, { content }]) => Object.entries(content ?? {}));
  const types = new Set(contents.map(([type]) => type));
  if (types.size > 1) throw new Error(`${operationId} has answers of several media types`);
  const schemas = new Map(contents.map(([, { schema }]) => [JSON.stringify(schema), schema]));
  const statuses = declared.map(([status]) => Number(status));
  return {
    answer: oneOf([...schemas.values()]),
    contentType: [...types][0] ?? null,
    otherStatuses: statuses.filter((status) => status >= 400),
  };
}

function oneOf(schemas: readonly JsonSchema[]): JsonSchema | null {
  return schemas.length > 1 ? { anyOf: schemas } : (schemas[0] ?? null);
}
