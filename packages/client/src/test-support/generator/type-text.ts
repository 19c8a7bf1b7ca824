import type { JsonSchema } from './read-document.js';

/** What is sent may be a Date where the API reads an instant; what is received is a text. */
export type Direction = 'sent' | 'received';

const SHARED = '#/components/schemas/';

/** A JSON schema as the text of a TypeScript type. */
export function typeText(schema: JsonSchema, direction: Direction, indent = ''): string {
  if (schema.$ref !== undefined) return schema.$ref.slice(SHARED.length);
  if ('const' in schema) return literal(schema.const);
  if (schema.enum !== undefined) return union(schema.enum.map(literal));
  const options = schema.anyOf ?? schema.oneOf;
  if (options !== undefined) return union(options.map((option) => typeText(option, direction, indent)));
  if (Array.isArray(schema.type))
    return union(
      (schema.type as readonly string[]).map((type) => typeText({ ...schema, type }, direction, indent)),
    );
  switch (schema.type) {
    case 'string':
      return schema.format === 'date-time' && direction === 'sent' ? 'Instant' : 'string';
    case 'integer':
    case 'number':
      return 'number';
    case 'boolean':
    case 'null':
      return schema.type;
    case 'array':
      return `readonly ${grouped(typeText(schema.items ?? {}, direction, indent))}[]`;
    case 'object':
      return objectText(schema, direction, indent);
    case undefined:
      return 'JsonValue';
    default:
      throw new Error(`no type for ${JSON.stringify(schema)}`);
  }
}

/** The members between braces, each with what is known about it. */
export function membersText(schema: JsonSchema, direction: Direction, indent: string): string {
  const { properties = {}, required = [] } = schema;
  const inner = `${indent}  `;
  const lines = Object.entries(properties).map(
    ([name, member]) =>
      `${remark(member, inner)}${inner}readonly ${keyOf(name)}${required.includes(name) ? '' : '?'}: ${typeText(member, direction, inner)};`,
  );
  const isLoose = typeof schema.additionalProperties === 'object';
  const all = isLoose ? [...lines, `${inner}readonly [name: string]: unknown;`] : lines;
  return `{\n${all.join('\n')}\n${indent}}`;
}

function objectText(schema: JsonSchema, direction: Direction, indent: string): string {
  if (Object.keys(schema.properties ?? {}).length > 0) return membersText(schema, direction, indent);
  const { additionalProperties: others } = schema;
  if (others === false) return 'Readonly<Record<string, never>>';
  if (typeof others !== 'object' || Object.keys(others).length === 0) return 'JsonObject';
  return `Readonly<Record<string, ${typeText(others, direction, indent)}>>`;
}

export function remark({ description, default: initial }: JsonSchema, indent: string): string {
  const words = [
    ...(description === undefined ? [] : [description.replace(/\.?$/, '.')]),
    ...(initial === undefined ? [] : [`Default: \`${JSON.stringify(initial)}\`.`]),
  ];
  return words.length === 0 ? '' : `${indent}/** ${words.join(' ')} */\n`;
}

const union = (types: readonly string[]) => [...new Set(types)].join(' | ');
const grouped = (type: string) =>
  / [|&] |^readonly /.test(type) && !type.startsWith('{') ? `(${type})` : type;
const keyOf = (name: string) => (/^\w+$/.test(name) ? name : literal(name));

function literal(value: unknown): string {
  return typeof value === 'string' ? `'${value.replace(/['\\]/g, '\\$&')}'` : JSON.stringify(value);
}
