/** `NAME = value` of a crontab. */
export interface Variable {
  readonly name: string;
  readonly value: string;
}

const VARIABLE = /^(?:"([^"]+)"|'([^']+)'|([A-Za-z_]\w*))\s*=\s*(.*)$/;
const QUOTED = /^(["'])(.*)\1$/;

/** Null: the line sets no variable. A schedule begins with a digit, a star or @, also where its command contains a `=`. */
export function readVariable(line: string): Variable | null {
  const match = VARIABLE.exec(line);
  if (match === null) return null;
  const [, double, single, plain, text = ''] = match;
  return { name: double ?? single ?? plain ?? '', value: QUOTED.exec(text)?.[2] ?? text };
}

const IGNORED = 'is a setting of cron that has no counterpart here';

/** The variables that cron reads itself and does not only hand to commands, with what differs. Empty: nothing is to be said. */
const SETTINGS: Readonly<Record<string, (value: string) => string>> = {
  CRON_TZ: (value) =>
    `CRON_TZ=${value}: is read as cronie does; the cron of Debian ignores it, and used the zone of its machine`,
  SHELL: (value) =>
    value === '/bin/sh'
      ? ''
      : `SHELL=${value}: commands run in the shell of the handler, /bin/sh unless the application gives createShellCommandHandler({ shell })`,
  MAILTO: (value) =>
    value === ''
      ? ''
      : `MAILTO=${value}: no mail is sent; what a command writes is stored with its execution, and failures are reported by what listens to them`,
  MAILFROM: () => '',
  CONTENT_TYPE: () => '',
  CONTENT_TRANSFER_ENCODING: () => '',
  RANDOM_DELAY: (value) => `RANDOM_DELAY=${value} ${IGNORED}; give the jobs a jitter`,
  START_HOURS_RANGE: (value) => `START_HOURS_RANGE=${value} ${IGNORED}; it is read by anacron`,
};

/** What differs for a setting of cron. Null: the variable is for the commands. */
export function noteOfSetting({ name, value }: Variable): string | null {
  return Object.hasOwn(SETTINGS, name) ? (SETTINGS[name]?.(value) ?? '') : null;
}
