/** One numbered step of a store's schema. */
export interface MigrationState {
  /** Such as `0001_tables`. */
  readonly name: string;
  /** Null: not applied yet. */
  readonly appliedAt: Date | null;
}

/** The schema of a store: shipped by the adapter, run by the user. Every step can be repeated without harm. */
export interface StoreMigrations {
  /** Every known step, oldest first. Throws where the store is newer than this build. */
  status(): Promise<readonly MigrationState[]>;
  /** Applies what is missing, one node at a time. Returns the names of what it applied. */
  up(): Promise<readonly string[]>;
  /** Reverts the latest step and deletes what is stored in it. Null: there was none. */
  down(): Promise<string | null>;
  /** The statements of all steps that are missing, or of all, for teams that run their own. */
  sql(request: { readonly all: boolean }): Promise<string>;
}
