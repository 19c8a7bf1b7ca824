import type { ProcessStatistics, ProcessUsage } from '@scheduler/contracts';

export class SystemProcessStatistics implements ProcessStatistics {
  private last = { cpuMs: 0, uptimeMs: 0, cpuPercent: 0 };

  read(): ProcessUsage {
    const { user, system } = process.cpuUsage();
    const [cpuMs, uptimeMs] = [(user + system) / 1_000, process.uptime() * 1_000];
    const passedMs = uptimeMs - this.last.uptimeMs;
    const cpuPercent =
      passedMs <= 0 ? this.last.cpuPercent : (100 * Math.max(0, cpuMs - this.last.cpuMs)) / passedMs;
    this.last = { cpuMs, uptimeMs, cpuPercent };
    return { memoryBytes: process.memoryUsage.rss(), cpuPercent, uptimeMs };
  }
}
