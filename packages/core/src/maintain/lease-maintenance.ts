/** What keeps leases alive and brings back what dead nodes held. A running node does both by itself. */
export interface Lifeline {
  /** Brings back, now, what dead or frozen nodes held. Returns how many. */
  checkNow(): Promise<number>;
  /** Renews, now, the leases of everything that runs here. */
  heartbeat(): Promise<void>;
}

export function lifelineOf(rescue: () => Promise<number>, leases: { heartbeat(): Promise<void> }): Lifeline {
  return { checkNow: rescue, heartbeat: () => leases.heartbeat() };
}
