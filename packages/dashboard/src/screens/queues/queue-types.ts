/** One queue as the answering node sees it. */
export interface Queue {
  readonly queue: string;
  readonly available: number;
  readonly delayed: number;
  readonly running: number;
  readonly paused: boolean;
  /** How many run at once on each node. Null: the answering node does not process the queue. */
  readonly concurrency: number | null;
  /** How many run at once over all nodes. Null: any number. */
  readonly global_limit: number | null;
  readonly without_handler: readonly { readonly type: string; readonly waiting: number }[];
}

export interface Leader {
  readonly node: string;
  readonly epoch: number;
  readonly until: string;
}

export interface Nodes {
  readonly this_node: { readonly id: string; readonly running: boolean; readonly is_leader: boolean };
  /** Null: none is needed. */
  readonly leader: Leader | null;
  readonly nodes: readonly { readonly id: string; readonly running_executions: readonly string[] }[];
}
