/** The setting of a PostgreSQL session that names its tenant, unless another one was chosen. */
export const DEFAULT_SETTING = 'scheduler.tenant';

/** Settings of applications have a prefix and a point. */
export const SETTING = /^[a-z_][a-z0-9_]{0,30}\.[a-z_][a-z0-9_]{0,30}$/;
export const SETTING_RULE =
  "two names with a point between them, in small letters, such as 'scheduler.tenant'";
