export type SortOrder = 'asc' | 'desc';

export interface PageRequest {
  readonly limit: number;
  readonly offset: number;
}

/** The place of an execution in a list: its start, or its scheduled instant where it never started, and its id. */
export interface ListPosition {
  readonly at: Date;
  readonly id: string;
}

export interface Page<T> extends PageRequest {
  readonly items: readonly T[];
  /** How many items match in total. A store may stop counting at 10,000 or more. */
  readonly total: number;
  /** False: counting stopped at `total`, and there are more. */
  readonly totalIsExact: boolean;
}
