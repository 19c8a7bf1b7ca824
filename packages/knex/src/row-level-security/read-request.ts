import { ConfigurationInvalid } from '@scheduler/contracts';
import {
  accepting,
  checkInput,
  fields,
  flag,
  listOf,
  optional,
  type RowLevelSecurityRequest,
} from '@scheduler/contracts/adapter';
import { DEFAULT_SETTING, SETTING, SETTING_RULE } from './setting.js';

export type ReadRequest = Required<RowLevelSecurityRequest>;

const LONGEST_NAME = 63;
const ROLE_RULE = `the name of a role: at most ${LONGEST_NAME} bytes without control characters`;

const role = accepting(
  (value) =>
    typeof value === 'string' &&
    value !== '' &&
    Buffer.byteLength(value) <= LONGEST_NAME &&
    // eslint-disable-next-line no-control-regex -- control characters are exactly what is refused
    !/[\u0000-\u001f\u007f]/.test(value),
  'is not a role',
  ROLE_RULE,
);

const REQUEST = fields(
  {
    roles: accepting(
      (value) => Array.isArray(value) && value.length > 0 && listOf(role, '')(value, '').length === 0,
      'is not a list of roles',
      `at least one, each ${ROLE_RULE}`,
    ),
    unlimitedRoles: optional(listOf(role, 'a list of roles')),
    access: optional(
      accepting((value) => value === 'read' || value === 'write', 'is not known', 'read or write'),
    ),
    setting: optional(
      accepting(
        (value) => typeof value === 'string' && SETTING.test(value),
        'is not a setting',
        SETTING_RULE,
      ),
    ),
    remove: optional(flag),
  },
  "{ roles: ['app'] }",
);

export function readRequest(given: RowLevelSecurityRequest): ReadRequest {
  checkInput({ value: given, check: REQUEST, field: 'request', error: ConfigurationInvalid });
  return {
    roles: given.roles,
    unlimitedRoles: given.unlimitedRoles ?? [],
    access: given.access ?? 'read',
    setting: given.setting ?? DEFAULT_SETTING,
    remove: given.remove ?? false,
  };
}

/** A name that cannot end where it should not. */
export function quoted(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}
