import type { JobStatus, TenantScope } from '@scheduler/contracts';

/** Where jobs stand; job-lua.ts tells what is there. */
export class JobKeys {
  constructor(private readonly base: string) {}

  job(id: string): string {
    return `${this.base}j:${id}`;
  }

  get due(): string {
    return `${this.base}jobs:due`;
  }

  all(scope: string): string {
    return `${this.base}jobs:all:${scope}`;
  }

  withStatus(status: JobStatus, scope: string): string {
    return `${this.base}jobs:is:${status}:${scope}`;
  }

  named(state: 'live' | 'ended', scope: string, name: string): string {
    return `${this.base}jobs:named:${state}:${scope}:${name}`;
  }

  waitingFor(event: string): string {
    return `${this.base}jobs:on:${event}`;
  }
}

/** As a part of keys. */
export function scopeOf(tenant: TenantScope): string {
  return tenant === null ? '*' : ownerScope(tenant);
}

/** Null: of nobody. Its length tells where it ends, whatever characters it has. */
export function ownerScope(tenant: string | null): string {
  const text = tenant ?? '';
  return `${Buffer.byteLength(text)}:${text}`;
}
