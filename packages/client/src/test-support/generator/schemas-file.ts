import { HEADER } from './header.js';
import type { ClientOperation } from './operation.js';
import type { ApiDocument, JsonSchema } from './read-document.js';
import { membersText, remark, typeText } from './type-text.js';

/** The shapes that the API gives a name. */
export function schemasFile(document: ApiDocument, operations: readonly ClientOperation[]): string {
  const { schemas } = document.components;
  const sent = onlySent(schemas, operations);
  const declarations = Object.entries(schemas).map(([name, schema]) => {
    const direction = sent.has(name) ? 'sent' : 'received';
    return schema.properties === undefined
      ? `${remark(schema, '')}export type ${name} = ${typeText(schema, direction)};`
      : `${remark(schema, '')}export interface ${name} ${membersText(schema, direction, '')}`;
  });
  const body = declarations.join('\n\n');
  return `${HEADER}${importsOf(body)}\n${body}\n`;
}

/** The names that are part of bodies and of no answer. */
function onlySent(
  schemas: Readonly<Record<string, JsonSchema>>,
  operations: readonly ClientOperation[],
): ReadonlySet<string> {
  const received = reachable(
    schemas,
    operations.map(({ answer }) => answer),
  );
  const sent = reachable(
    schemas,
    operations.map(({ body }) => body),
  );
  return new Set([...sent].filter((name) => !received.has(name)));
}

function reachable(schemas: Readonly<Record<string, JsonSchema>>, from: unknown): ReadonlySet<string> {
  const names = new Set<string>();
  const walk = (value: unknown): void => {
    for (const [, name = ''] of JSON.stringify(value).matchAll(/"\$ref":"#\/components\/schemas\/(\w+)"/g)) {
      if (names.has(name)) continue;
      names.add(name);
      walk(schemas[name]);
    }
  };
  walk(from);
  return names;
}

/** The types of contracts and of the client that a text needs. */
export function importsOf(text: string): string {
  const has = (name: string) => new RegExp(`\\b${name}\\b`).test(text);
  const json = ['JsonObject', 'JsonValue'].filter(has);
  const ours = ['CallOptions', 'GuardedWriteOptions', 'Instant', 'OneOrMore', 'WriteOptions'].filter(has);
  return [
    ...(json.length === 0 ? [] : [`import type { ${json.join(', ')} } from '@scheduler/contracts';`]),
    ...(ours.length === 0 ? [] : [`import type { ${ours.join(', ')} } from '../options/call-options.js';`]),
    '',
  ].join('\n');
}
