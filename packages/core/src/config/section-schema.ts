import type { SettingDescription, SettingsDescription, UrlSetting } from '@scheduler/contracts/adapter';
import { z } from 'zod';
import { flag, integer, text } from '../support/input/fields.js';
import { schemaError } from '../support/input/read-input.js';

/** A described section as a schema. */

const LONGEST_URL = 2_000;
const NAME_RULE = 'letters, digits and _ , at most 32, starting with a letter or _';

export const identifier = z
  .string(schemaError('is not a text', NAME_RULE))
  .regex(/^[A-Za-z_][A-Za-z0-9_]{0,31}$/, schemaError('is not a name', NAME_RULE));

function url({ schemes, accepted }: UrlSetting) {
  return z
    .string(schemaError('is not a text', accepted))
    .max(LONGEST_URL, schemaError('is too long', accepted))
    .regex(
      new RegExp(`^(${schemes.join('|')})://.`, 'i'),
      schemaError('is not a URL for this store', accepted),
    );
}

function valueSchema(setting: SettingDescription): z.ZodType {
  switch (setting.kind) {
    case 'text':
      return text(setting.longest);
    case 'identifier':
      return identifier;
    case 'integer':
      return integer(setting.least, setting.most);
    case 'url':
      return url(setting);
    case 'flag':
      return flag;
  }
}

function settingSchema(setting: SettingDescription): z.ZodType {
  const value = valueSchema(setting);
  return setting.default === null ? value.nullable().default(null) : value.default(setting.default);
}

export function sectionSchema(settings: SettingsDescription): z.ZodType {
  const fields = Object.entries(settings).map(([name, setting]) => [name, settingSchema(setting)] as const);
  return z.strictObject(Object.fromEntries(fields), schemaError('is not an object')).prefault({});
}

/** The hint for a missing setting: what is accepted. Undefined where its kind has no rule. */
export function acceptedFor(setting: SettingDescription): string | undefined {
  if (setting.kind === 'url') return setting.accepted;
  return setting.kind === 'identifier' ? NAME_RULE : undefined;
}
