import { silentLogger } from '@scheduler/contracts';
import { createSchedulerNode, PRESETS, SystemClock } from '@scheduler/core';
import { createHandler } from '@scheduler/http';
import { createMemoryStore } from '@scheduler/memory';

export interface JsonSchema {
  readonly $ref?: string;
  readonly description?: string;
  readonly type?: string | readonly string[];
  readonly format?: string;
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly default?: unknown;
  readonly anyOf?: readonly JsonSchema[];
  readonly oneOf?: readonly JsonSchema[];
  readonly items?: JsonSchema;
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: boolean | JsonSchema;
}

export interface Parameter {
  readonly name: string;
  readonly in: 'path' | 'query' | 'header';
  readonly required: boolean;
  readonly schema: JsonSchema;
}

type Content = Readonly<Record<string, { readonly schema: JsonSchema }>>;

export interface DocumentOperation {
  readonly operationId: string;
  readonly summary: string;
  readonly 'x-permission': string;
  readonly 'x-writes': boolean;
  readonly parameters: readonly Parameter[];
  readonly requestBody?: { readonly required: boolean; readonly content: Content };
  readonly responses: Readonly<Record<string, { readonly content?: Content }>>;
}

export interface ApiDocument {
  readonly paths: Readonly<Record<string, Readonly<Record<string, DocumentOperation>>>>;
  readonly components: { readonly schemas: Readonly<Record<string, JsonSchema>> };
}

/** The OpenAPI document as a handler serves it: what the route table says, without a way around what is public. */
export async function readDocument(): Promise<ApiDocument> {
  const clock = new SystemClock();
  const node = createSchedulerNode({
    clock,
    store: createMemoryStore({ clock }),
    logger: silentLogger,
    handlers: [],
    env: {},
  });
  const handler = createHandler({
    node,
    authenticate: () => ({
      id: 'generator',
      kind: 'application',
      tenant: null,
      permissions: PRESETS.viewer,
    }),
  });
  try {
    const response = await handler(new Request(`http://localhost${handler.basePath}/openapi.json`));
    return (await response.json()) as ApiDocument;
  } finally {
    await handler.close();
    await node.stop();
  }
}
