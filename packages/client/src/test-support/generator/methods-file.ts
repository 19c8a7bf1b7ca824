import { HEADER } from './header.js';
import { type ClientOperation, idOf } from './operation.js';
import type { JsonSchema, Parameter } from './read-document.js';
import { importsOf } from './schemas-file.js';
import { membersText, remark, typeText } from './type-text.js';

const STREAM = 'text/event-stream';

/** The methods of the client, group by group, with the types of what they take and give. */
export function methodsFile(operations: readonly ClientOperation[]): string {
  const called = operations.filter(({ contentType }) => contentType !== STREAM);
  const groups = [...new Set(called.map(({ group }) => group))];
  const types = called.flatMap((operation) => typesOf(operation));
  const interfaces = groups.map((group) => {
    const methods = called.filter((operation) => operation.group === group).map(methodText);
    return `export interface ${capital(group)}Methods {\n${methods.join('\n')}\n}`;
  });
  const all = `/** The operations of the API by their groups. */
export interface OperationGroups {
${groups.map((group) => `  readonly ${group}: ${capital(group)}Methods;`).join('\n')}
}`;
  const paged = called.filter(({ query }) =>
    query.some(({ name }) => name === 'cursor' || name === 'offset'),
  );
  const pages = `/** The operations that answer page by page. */
export type PagedOperation =\n${paged.map((operation) => `  | '${idOf(operation)}'`).join('\n')};`;
  const body = [...types, ...interfaces, all, pages].join('\n\n');
  return `${HEADER}${importsOf(body)}${schemaImports(body, called)}\n${body}\n`;
}

function typesOf(operation: ClientOperation): readonly string[] {
  const { query, body, answer } = operation;
  return [
    ...(query.length === 0 ? [] : [`export interface ${nameOf(operation, 'Query')} ${queryText(query)}`]),
    ...(body === null ? [] : [named(nameOf(operation, 'Body'), body.schema, 'sent')]),
    ...(answer !== null && isInline(answer) ? [named(nameOf(operation, 'Answer'), answer, 'received')] : []),
  ];
}

function named(name: string, schema: JsonSchema, direction: 'sent' | 'received'): string {
  return schema.properties === undefined || Object.keys(schema.properties).length === 0
    ? `export type ${name} = ${typeText(schema, direction)};`
    : `export interface ${name} ${membersText(schema, direction, '')}`;
}

function queryText(query: readonly Parameter[]): string {
  const members = query.map(({ name, required, schema }) => {
    const type =
      schema.type === 'array'
        ? `OneOrMore<${typeText(schema.items ?? {}, 'sent', '  ')}>`
        : typeText(schema, 'sent', '  ');
    return `${remark(schema, '  ')}  readonly ${name}${required ? '' : '?'}: ${type};`;
  });
  return `{\n${members.join('\n')}\n}`;
}

function methodText(operation: ClientOperation): string {
  const { name, pathParameters, query, body, permission, summary } = operation;
  const optional = body !== null && (!body.required || canBeEmpty(body.schema));
  const isQueryOptional = query.every(({ required }) => !required);
  const parameters = [
    ...pathParameters.map((parameter) => `${parameter}: string`),
    ...(query.length === 0 ? [] : [`query${isQueryOptional ? '?' : ''}: ${nameOf(operation, 'Query')}`]),
    ...(body === null ? [] : [`body${optional ? '?' : ''}: ${nameOf(operation, 'Body')}`]),
    `options?: ${optionsOf(operation)}`,
  ];
  const needs = permission === 'public' ? 'Needs no credential.' : `Needs \`${permission}\`.`;
  return `  /** ${summary} ${needs} */\n  ${name}(${parameters.join(', ')}): Promise<${answerText(operation)}>;`;
}

function canBeEmpty({ properties, required = [] }: JsonSchema): boolean {
  return properties !== undefined && required.length === 0;
}

function optionsOf({ takesKey, takesIfMatch }: ClientOperation): string {
  if (takesIfMatch) return 'GuardedWriteOptions';
  return takesKey ? 'WriteOptions' : 'CallOptions';
}

function answerText(operation: ClientOperation): string {
  const { answer } = operation;
  if (answer === null) return 'void';
  return isInline(answer) ? nameOf(operation, 'Answer') : typeText(answer, 'received', '  ');
}

/** Whether an answer is a shape of its own, and not one with a name or a list of those. */
function isInline({ type, items, $ref }: JsonSchema): boolean {
  if ($ref !== undefined || type === 'string') return false;
  return !(type === 'array' && items?.$ref !== undefined);
}

function schemaImports(body: string, operations: readonly ClientOperation[]): string {
  const names = [...JSON.stringify(operations).matchAll(/"#\/components\/schemas\/(\w+)"/g)].map(
    ([, name]) => name ?? '',
  );
  const used = [...new Set(names)].sort().filter((name) => new RegExp(`\\b${name}\\b`).test(body));
  return `import type {\n${used.map((name) => `  ${name},`).join('\n')}\n} from './schemas.js';\n`;
}

const capital = (text: string) => `${text.charAt(0).toUpperCase()}${text.slice(1)}`;
const nameOf = ({ group, name }: ClientOperation, kind: string) => `${capital(group)}${capital(name)}${kind}`;
