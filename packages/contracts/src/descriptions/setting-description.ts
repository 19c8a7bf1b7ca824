/**
 * The settings of a store or a queue, described as plain data: the package that has the store says what there is to set, and whoever
 * loads a configuration checks it. A setting whose default is null may stay unset.
 */
interface SettingBase<TDefault> {
  readonly default: TDefault | null;
  /** The variable of the environment that sets it, such as `SCHEDULER_JSON_FILE`. Default: it is set in code alone. */
  readonly variable?: string;
  /** True: it has to be set wherever its store or queue is chosen. Default false. */
  readonly required?: boolean;
}

/** Without control characters, and not empty. */
export interface TextSetting extends SettingBase<string> {
  readonly kind: 'text';
  readonly longest: number;
}

/** A name that is put into statements, such as that of a schema: letters, digits and underscores. */
export interface IdentifierSetting extends SettingBase<string> {
  readonly kind: 'identifier';
  /** The general setting that applies where this one is not set. */
  readonly inherits?: 'tablePrefix';
}

export interface IntegerSetting extends SettingBase<number> {
  readonly kind: 'integer';
  readonly least: number;
  readonly most: number;
}

/** It may hold a password: no message ever shows its value. */
export interface UrlSetting extends SettingBase<string> {
  readonly kind: 'url';
  /** In small letters and without a colon. */
  readonly schemes: readonly string[];
  /** What is accepted, for messages: `a URL such as '…'`. */
  readonly accepted: string;
}

/** On or off. */
export interface FlagSetting extends SettingBase<boolean> {
  readonly kind: 'flag';
}

export type SettingDescription = TextSetting | IdentifierSetting | IntegerSetting | UrlSetting | FlagSetting;

/** The settings of one section of the configuration, by their names in it. */
export type SettingsDescription = Readonly<Record<string, SettingDescription>>;

type Value<T extends SettingDescription> = T extends IntegerSetting
  ? number
  : T extends FlagSetting
    ? boolean
    : string;
type Unset<T extends SettingDescription> = null extends T['default'] ? null : never;

/** The settings once they are read: complete and checked. */
export type SettingsOf<T extends SettingsDescription> = {
  readonly [K in keyof T]: Value<T[K]> | (T[K] extends { readonly inherits: string } ? never : Unset<T[K]>);
};

/** The settings as somebody gives them in code; what is left out has its default. */
export type SettingsInputOf<T extends SettingsDescription> = {
  readonly [K in keyof T]?: Value<T[K]> | Unset<T[K]> | undefined;
};
