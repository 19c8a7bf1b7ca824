import { PRINCIPAL_KINDS } from '@scheduler/contracts';
import { z } from 'zod';
import { dateField, integer, nameField, oneOf, ordinary } from '../support/input/fields.js';
import { schemaError } from '../support/input/read-input.js';
import { scopeField } from './api-key-schema.js';

// eslint-disable-next-line no-control-regex -- control characters are exactly what is replaced
const CONTROL = /[\u0000-\u001f\u007f-\u009f]/g;
const LONGEST_WORD = 255;
const LONGEST_REASON = 2_000;

/** A text as every store can keep it. */
function words(longest: number) {
  const rule = `a text, of which at most ${longest} characters are kept`;
  return z
    .string(schemaError('is not a text', rule))
    .min(1, schemaError('is empty', rule))
    .transform((value) => value.slice(0, longest).replace(CONTROL, '\ufffd'));
}

const word = words(LONGEST_WORD);

export const auditEntrySchema = z.strictObject(
  {
    tenant: scopeField,
    principal: ordinary(
      z.strictObject({ id: word, kind: oneOf(PRINCIPAL_KINDS) }),
      schemaError('is not a principal', '{ id, kind }'),
    ),
    action: word,
    operation: word,
    object: ordinary(
      z.strictObject({ kind: word, id: word }),
      schemaError('is not an object', '{ kind, id }'),
    ).nullable(),
    before: z.unknown().optional(),
    after: z.unknown().optional(),
    reason: words(LONGEST_REASON).nullable(),
    requestId: word.nullable(),
  },
  schemaError(
    'is not an entry',
    '{ tenant, principal, action, operation, object, before, after, reason, requestId }',
  ),
);

export const auditQuerySchema = z.strictObject(
  {
    tenant: scopeField,
    action: nameField.optional(),
    principal: nameField.optional(),
    objectKind: nameField.optional(),
    objectId: nameField.optional(),
    since: dateField.optional(),
    until: dateField.optional(),
    limit: integer(1, 1_000).default(50),
    after: z.string(schemaError('is not a cursor', 'what a page gave as next')).optional(),
  },
  schemaError(
    'is not a query',
    '{ tenant, action, principal, objectKind, objectId, since, until, limit, after }',
  ),
);
