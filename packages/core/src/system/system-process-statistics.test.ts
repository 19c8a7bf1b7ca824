import { SystemProcessStatistics } from './system-process-statistics.js';

describe('SystemProcessStatistics', () => {
  it('tells memory, CPU and uptime of this process (F219)', () => {
    const { memoryBytes, cpuPercent, uptimeMs } = new SystemProcessStatistics().read();
    expect(memoryBytes).toBeGreaterThan(1024 * 1024);
    expect(cpuPercent).toBeGreaterThan(0);
    expect(uptimeMs).toBeGreaterThan(0);
  });

  it('tells the CPU since the last reading', () => {
    const cpu = jest.spyOn(process, 'cpuUsage').mockReturnValue({ user: 1_000_000, system: 500_000 });
    const uptime = jest.spyOn(process, 'uptime').mockReturnValue(10);
    const figures = new SystemProcessStatistics();
    expect(figures.read().cpuPercent).toBeCloseTo(15);
    cpu.mockReturnValue({ user: 2_000_000, system: 500_000 });
    uptime.mockReturnValue(12);
    expect(figures.read().cpuPercent).toBeCloseTo(50);
    // No time has passed.
    expect(figures.read().cpuPercent).toBeCloseTo(50);
    jest.restoreAllMocks();
  });
});
