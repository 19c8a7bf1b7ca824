/** Renews leases, and rescues the executions of dead nodes. A running node does both by itself. */
export interface Lifeline {
  /** Takes executions back, now, from nodes that died or froze. Returns how many. */
  checkNow(): Promise<number>;
  /** Renews, now, the leases of all executions that run on this node. */
  heartbeat(): Promise<void>;
}

export function lifelineOf(rescue: () => Promise<number>, leases: { heartbeat(): Promise<void> }): Lifeline {
  return { checkNow: rescue, heartbeat: () => leases.heartbeat() };
}
