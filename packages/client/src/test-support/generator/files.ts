import { methodsFile } from './methods-file.js';
import { operationsOf } from './operation.js';
import { operationsFile } from './operations-file.js';
import type { ApiDocument } from './read-document.js';
import { schemasFile } from './schemas-file.js';

/** The generated files, by their names below `src/generated`. */
export function generatedFiles(document: ApiDocument): Readonly<Record<string, string>> {
  const operations = operationsOf(document);
  return {
    'methods.ts': methodsFile(operations),
    'operations.ts': operationsFile(operations),
    'schemas.ts': schemasFile(document, operations),
  };
}
