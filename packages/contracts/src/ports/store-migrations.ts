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
  /**
   * The statements that limit roles of the database to the rows of one tenant, whom a setting of their session names, or that take that back.
   * Missing: the database has nothing of the kind.
   */
  rowLevelSecurity?(request: RowLevelSecurityRequest): Promise<string>;
}

export interface RowLevelSecurityRequest {
  /** The roles that are limited, with which an application reads the tables directly. They exist already. */
  readonly roles: readonly string[];
  /** Roles that see everything although they do not own the tables, such as that of the scheduler where another role migrates. Default: none. */
  readonly unlimitedRoles?: readonly string[];
  /** What the limited roles may do with the rows of their tenant. Default: `read`. */
  readonly access?: 'read' | 'write';
  /** The setting that names the tenant. Default: `scheduler.tenant`. */
  readonly setting?: string;
  /** True: the statements that take it back, and every access of these roles with it. */
  readonly remove?: boolean;
}
