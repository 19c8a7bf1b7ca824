import { writeFileAtomically } from '../shared/files.js';

/** Checks one part of the product. Returns its state in words, and throws if it is not healthy. */
export interface HealthProbe {
  readonly name: string;
  probe(): Promise<string>;
}

export interface Health {
  /** The state that each probe returned, or the message of its error. */
  readonly checks: Readonly<Record<string, string>>;
  readonly failed: readonly string[];
}

/** Runs every probe and writes the results to a file that monitoring can read. */
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
