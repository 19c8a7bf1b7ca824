/** Kinds of names that are stored or registered, and therefore read when a user presses Tab. */
export const VALUE_KINDS = ['jobs', 'queues', 'circuits', 'types', 'workflows', 'runs'] as const;

export type ValueKind = (typeof VALUE_KINDS)[number];

const BY_PLACEHOLDER: ReadonlyMap<string, ValueKind> = new Map([
  ['job', 'jobs'],
  ['queue', 'queues'],
  ['circuit', 'circuits'],
  ['type', 'types'],
  ['workflow', 'workflows'],
  ['run', 'runs'],
]);

/** The kind of an argument or placeholder, by its name, such as `<queue>`. Null: there are no names to complete. */
export function kindOf(placeholder: string): ValueKind | null {
  return BY_PLACEHOLDER.get(placeholder) ?? null;
}
