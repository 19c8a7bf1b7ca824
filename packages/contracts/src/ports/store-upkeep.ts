/** Maintenance of the database itself: it gives space back and refreshes what the planner of queries knows. */
export interface StoreUpkeep {
  /**
   * Runs the statements one after the other, never in a transaction, and returns them. It may take minutes and hold up other statements:
   * nothing calls it unless somebody asks for it.
   */
  run(request?: UpkeepRequest): Promise<readonly string[]>;
}

export interface UpkeepRequest {
  /** Called with each statement before it runs. */
  readonly onStatement?: (statement: string) => void;
}
