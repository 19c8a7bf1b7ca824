import { ERROR_CLASSES, type ErrorClass, type ExecutionError } from '@scheduler/contracts';
import { parseJson } from '@scheduler/contracts/adapter';
import { raw, type Sql } from '../sql/sql.js';

/** The class is written first, so that a query can match it by the beginning of the text, in any database and among corrupt rows. */
export function errorToJson(error: ExecutionError | null): string | null {
  if (error === null) return null;
  const { errorClass, ...rest } = error;
  return JSON.stringify(errorClass === null ? rest : { class: errorClass, ...rest });
}

export function errorFromJson(value: unknown): ExecutionError | null {
  if (value === null || value === undefined) return null;
  const { class: errorClass = null, ...rest } = parseJson(value) as unknown as StoredError;
  return { ...rest, errorClass };
}

/** The error if its JSON can be read, for statistics that must not fail because of one corrupt row. Else null. */
export function readableError(value: unknown): ExecutionError | null {
  try {
    const error = errorFromJson(value);
    return typeof error?.name === 'string' && typeof error.message === 'string' ? error : null;
  } catch {
    return null;
  }
}

interface StoredError extends Omit<ExecutionError, 'errorClass'> {
  readonly class?: ErrorClass | null;
}

/** A condition: the error of the row has the class. */
export function isOfClass(column: string, errorClass: ErrorClass): Sql {
  if (!ERROR_CLASSES.includes(errorClass)) return raw('1 = 0');
  return raw(`${column} LIKE '{"class":"${errorClass}"%'`);
}
