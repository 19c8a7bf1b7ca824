import { writeFileAtomically } from '../shared/files.js';

/** One thing that must work. It answers with how it is, in words, and throws where it is not well. */
export interface HealthProbe {
  readonly name: string;
  probe(): Promise<string>;
}

export interface Health {
  /** What each probe said, or what is wrong. */
  readonly checks: Readonly<Record<string, string>>;
  readonly failed: readonly string[];
}

/** Asks every probe and leaves the answers in a file that monitoring can read. */
export class HealthService {
  constructor(
    private readonly probes: readonly HealthProbe[],
    private readonly file: string,
  ) {}

  async check(at: Date): Promise<Health> {
    const checks: Record<string, string> = {};
    const failed: string[] = [];
    for (const probe of this.probes) {
      try {
        checks[probe.name] = await probe.probe();
      } catch (error) {
        checks[probe.name] = error instanceof Error ? error.message : String(error);
        failed.push(probe.name);
      }
    }
    const report = { checkedAt: at.toISOString(), healthy: failed.length === 0, checks };
    await writeFileAtomically({ path: this.file, text: `${JSON.stringify(report, null, 2)}\n`, at });
    return { checks, failed };
  }
}
