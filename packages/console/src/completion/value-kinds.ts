/** What is stored or registered, and therefore asked for when somebody presses Tab. */
export const VALUE_KINDS = ['jobs', 'queues', 'circuits', 'types'] as const;

export type ValueKind = (typeof VALUE_KINDS)[number];

const BY_PLACEHOLDER: ReadonlyMap<string, ValueKind> = new Map([
  ['job', 'jobs'],
  ['queue', 'queues'],
  ['circuit', 'circuits'],
  ['type', 'types'],
]);

/** Commands say what they want by the name of an argument or placeholder, such as `<queue>`. Null: nobody can know it. */
export function kindOf(placeholder: string): ValueKind | null {
  return BY_PLACEHOLDER.get(placeholder) ?? null;
}
