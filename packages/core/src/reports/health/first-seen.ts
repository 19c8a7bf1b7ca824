import type { HealthIssue } from '@scheduler/contracts';

/** Remembers since when issues are seen whose beginning nobody else knows. */
export class FirstSeen {
  private readonly instants = new Map<string, Map<string, Date>>();

  /** The same issues, each with its beginning. `scope`: whose issues these are. An issue that is over is forgotten. */
  date(scope: string, issues: readonly HealthIssue[], now: Date): readonly HealthIssue[] {
    const before = this.instants.get(scope);
    const seen = new Map<string, Date>();
    const dated = issues.map((issue) => {
      if (issue.since !== null) return issue;
      const key = `${issue.component} ${issue.code}`;
      const since = before?.get(key) ?? now;
      seen.set(key, since);
      return { ...issue, since };
    });
    if (seen.size > 0) this.instants.set(scope, seen);
    else this.instants.delete(scope);
    return dated;
  }
}
