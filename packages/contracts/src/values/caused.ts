/** A change that says who asks for it. */
export interface Caused {
  /** A principal, a node or a command, at most 255 characters. It stands in the events of the change where the store has an event log. Missing or null: it is not known. */
  readonly cause?: string | null | undefined;
}
