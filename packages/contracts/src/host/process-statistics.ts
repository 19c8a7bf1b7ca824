/** What this process uses of its machine. A port, so that a simulation does not depend on the machine that it runs on. */
export interface ProcessStatistics {
  read(): ProcessUsage;
}

export interface ProcessUsage {
  /** Resident memory. */
  readonly memoryBytes: number;
  /** Of one core, since the last reading, or where it is the first, since the process began. */
  readonly cpuPercent: number;
  readonly uptimeMs: number;
}
