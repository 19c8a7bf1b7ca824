/** Only `error` makes the overall result unhealthy. */
export type CheckStatus = 'ok' | 'info' | 'warning' | 'error';

/** The result of one check. */
export interface Check {
  /** A stable name for scripts, such as `clock` or `jobs-without-handler`. */
  readonly name: string;
  readonly status: CheckStatus;
  readonly message: string;
  /** What to do about the problem. Null: nothing. */
  readonly wayOut: string | null;
}

export const ok = (name: string, message: string): Check => ({ name, status: 'ok', message, wayOut: null });

export interface Finding {
  readonly name: string;
  readonly message: string;
  readonly wayOut: string;
}

export const info = (finding: Finding): Check => ({ status: 'info', ...finding });
export const warning = (finding: Finding): Check => ({ status: 'warning', ...finding });
export const error = (finding: Finding): Check => ({ status: 'error', ...finding });

/** `1 job`, `2 jobs` */
export function counted(count: number, thing: string): string {
  return `${count} ${thing}${count === 1 ? '' : 's'}`;
}

/** The first few names, so that a long list stays one line. */
export function firstFew(names: readonly string[]): string {
  const shown = names.slice(0, 5).join(', ');
  return names.length > 5 ? `${shown} and ${names.length - 5} more` : shown;
}
