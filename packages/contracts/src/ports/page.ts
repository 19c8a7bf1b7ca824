export type SortOrder = 'asc' | 'desc';

export interface PageRequest {
  readonly limit: number;
  readonly offset: number;
}

export interface Page<T> extends PageRequest {
  readonly items: readonly T[];
  /** How many match in all, whatever the page. */
  readonly total: number;
}
