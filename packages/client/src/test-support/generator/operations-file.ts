import { HEADER } from './header.js';
import { type ClientOperation, idOf } from './operation.js';

/** The operations at run time: each one line of words, because all of them travel to every browser. */
export function operationsFile(operations: readonly ClientOperation[]): string {
  const rows = operations.map((operation) => `  '${idOf(operation)}': '${rowOf(operation)}',`);
  return `${HEADER}
/** Method, path and what else is known of each operation; \`read-operation.ts\` says what the words mean. */
export const OPERATIONS = {
${rows.join('\n')}
} as const;
`;
}

function rowOf(operation: ClientOperation): string {
  const { method, path, body, query, contentType } = operation;
  const names = query.map(({ name }) => name);
  return [
    method,
    path,
    ...(body === null ? [] : ['body']),
    ...(query.length === 0 ? [] : ['query']),
    ...(names.includes('cursor') ? ['cursor'] : names.includes('offset') ? ['offset'] : []),
    ...(operation.writes ? ['writes'] : []),
    ...(operation.takesKey ? ['key'] : []),
    ...(operation.takesIfMatch ? ['match'] : []),
    ...(contentType?.startsWith('text/') === true ? ['text'] : []),
    ...operation.otherStatuses.map(String),
  ].join(' ');
}
