import {
  type MigrationState,
  type SchedulerStore,
  SchemaMismatch,
  type StoreMigrations,
} from '@scheduler/contracts';

const STEPS = ['0001_tables', '0002_more'];
const APPLIED_AT = new Date('2030-01-01T00:00:00Z');

/** A schema that records which migrations are applied. */
export class FakeMigrations implements StoreMigrations {
  constructor(readonly applied: string[] = []) {}

  async status(): Promise<readonly MigrationState[]> {
    return STEPS.map((name) => ({ name, appliedAt: this.applied.includes(name) ? APPLIED_AT : null }));
  }

  async up(): Promise<readonly string[]> {
    const missing = STEPS.filter((name) => !this.applied.includes(name));
    this.applied.push(...missing);
    return missing;
  }

  async down(): Promise<string | null> {
    return this.applied.pop() ?? null;
  }

  async sql({ all }: { readonly all: boolean }): Promise<string> {
    return STEPS.filter((name) => all || !this.applied.includes(name))
      .map((name) => `-- ${name}\nCREATE TABLE ${name};`)
      .join('\n\n');
  }
}

/** A store that does not open before its tables exist, as stores on database servers do. */
export function withMigrations(store: SchedulerStore, migrations: FakeMigrations): SchedulerStore {
  return {
    ...store,
    migrations,
    open: async () => {
      if (migrations.applied.length < STEPS.length) {
        throw new SchemaMismatch('fake', 'they are missing', 'run `scheduler migrate`');
      }
      await store.open();
    },
  };
}
