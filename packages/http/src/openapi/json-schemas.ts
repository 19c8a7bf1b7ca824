import { z } from 'zod';

type JsonSchema = Record<string, unknown>;

/** Turns schemas into JSON Schema (2020-12, which OpenAPI 3.1 uses), and collects what has a name of its own. */
export class JsonSchemas {
  private readonly named = new Map<string, JsonSchema>();

  /** The shared schemas, by name. */
  get components(): Readonly<Record<string, JsonSchema>> {
    return Object.fromEntries([...this.named].sort(([a], [b]) => (a < b ? -1 : 1)));
  }

  of(schema: z.ZodType, io: 'input' | 'output'): JsonSchema {
    const {
      $schema: _,
      $defs = {},
      ...rest
    } = z.toJSONSchema(schema, {
      target: 'draft-2020-12',
      unrepresentable: 'any',
      io,
    }) as JsonSchema & { readonly $defs?: Readonly<Record<string, JsonSchema>> };
    for (const [name, definition] of Object.entries($defs)) this.named.set(name, relinked(definition));
    return relinked(rest);
  }
}

const LOCAL = '#/$defs/';

function relinked(value: JsonSchema): JsonSchema {
  return JSON.parse(JSON.stringify(value), (key, inner: unknown) => {
    if (key === '$ref' && typeof inner === 'string' && inner.startsWith(LOCAL))
      return `#/components/schemas/${inner.slice(LOCAL.length)}`;
    return inner;
  }) as JsonSchema;
}
