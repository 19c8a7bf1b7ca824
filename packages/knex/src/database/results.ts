/** A row as a driver returns it. */
export type Row = Readonly<Record<string, unknown>>;

/** The rows of a raw result, whose shape depends on the driver. */
export function resultRows(result: unknown): readonly Row[] {
  if (Array.isArray(result)) return (Array.isArray(result[0]) ? result[0] : result) as readonly Row[];
  const { rows } = (result ?? {}) as { rows?: readonly Row[] };
  return rows ?? [];
}

export function affectedRows(result: unknown): number {
  const header = (Array.isArray(result) ? result[0] : result) as Record<string, unknown> | undefined;
  return Number(header?.['affectedRows'] ?? header?.['rowCount'] ?? header?.['changes'] ?? 0);
}
