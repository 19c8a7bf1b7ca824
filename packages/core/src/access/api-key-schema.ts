import { z } from 'zod';
import {
  dateField,
  idField,
  integer,
  nameField,
  oneOf,
  ordinary,
  tenantField,
} from '../support/input/fields.js';
import { schemaError } from '../support/input/read-input.js';
import { PRESET_NAMES, type Preset } from './permissions.js';

export const scopeField = tenantField.nullable();

const permissionNames = z.array(
  z.string(schemaError('is not a text', 'a permission such as jobs:read')),
  schemaError('is not a list of permissions', "a list such as ['jobs:read']"),
);

export const newApiKeySchema = z.strictObject(
  {
    name: nameField,
    tenant: scopeField,
    permissions: permissionNames.optional(),
    preset: oneOf(PRESET_NAMES as [Preset, ...Preset[]]).optional(),
    expiresAt: dateField.nullable().default(null),
    createdBy: nameField.nullable().default(null),
    within: ordinary(
      z.strictObject({ tenant: scopeField, permissions: permissionNames }),
      schemaError('is not a principal', '{ tenant, permissions }'),
    ).optional(),
  },
  schemaError('is not a key', '{ name, tenant, permissions, preset, expiresAt, createdBy, within }'),
);

export const apiKeyQuerySchema = z.strictObject(
  {
    tenant: scopeField,
    limit: integer(1, 1_000).default(50),
    after: z.string(schemaError('is not a cursor', 'what a page gave as next')).optional(),
  },
  schemaError('is not a query', '{ tenant, limit, after }'),
);

export const apiKeyByIdSchema = z.strictObject(
  { id: idField, tenant: scopeField },
  schemaError('is not a reference', '{ id, tenant }'),
);
