/** The resources that this process uses. A port, so that a simulation does not depend on its machine. */
export interface ProcessStatistics {
  read(): ProcessUsage;
}

export interface ProcessUsage {
  /** Resident memory. */
  readonly memoryBytes: number;
  /** The share of one core since the last reading, or since the start of the process. */
  readonly cpuPercent: number;
  readonly uptimeMs: number;
}
