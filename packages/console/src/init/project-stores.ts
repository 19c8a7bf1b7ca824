import type { StoreName } from '../stores/store-registry.js';

/** What a new project says about its store, and does before its first start. A store of the registry needs none of it. */
export interface ProjectStoreNotes {
  /** What others publish, as this workspace uses it; a test holds them together. */
  readonly drivers?: Readonly<Record<string, string>>;
  /** What must be done once before the first start, as shell commands. */
  readonly preparation?: readonly string[];
  /** Where its jobs are, and how that is changed, for the comment in its source. */
  readonly comment: readonly string[];
  /** How durable its jobs are, for its README. */
  readonly durability?: string;
}

const DURABLE = 'Stop it with Ctrl-C; the next start goes on where it was.';

const NOTES: Readonly<Partial<Record<string, ProjectStoreNotes>>> = {
  sqlite: {
    drivers: { '@photostructure/sqlite': '^1.2.1' },
    comment: [
      'Its jobs are kept in a SQLite file, which makes its tables by itself;',
      'SCHEDULER_SQLITE_FILE names another file.',
    ],
  },
  postgres: {
    drivers: { pg: '^8.23.1' },
    preparation: [
      'export SCHEDULER_POSTGRES_URL=postgres://user:password@localhost:5432/database',
      'npx scheduler migrate',
    ],
    comment: [
      'Its jobs are kept in PostgreSQL;',
      'SCHEDULER_POSTGRES_URL says where it is; `npx scheduler migrate` makes the tables.',
    ],
  },
  mysql: {
    drivers: { mysql2: '^3.24.5' },
    preparation: [
      'export SCHEDULER_MYSQL_URL=mysql://user:password@localhost:3306/database',
      'npx scheduler migrate',
    ],
    comment: [
      'Its jobs are kept in MySQL or MariaDB;',
      'SCHEDULER_MYSQL_URL says where it is; `npx scheduler migrate` makes the tables.',
    ],
  },
  redis: {
    preparation: ['export SCHEDULER_REDIS_URL=redis://localhost:6379'],
    comment: [
      'Its jobs are kept on Redis, which is to write them down (`appendonly yes`);',
      'SCHEDULER_REDIS_URL says where it is.',
    ],
    durability: `${DURABLE} What it keeps is as durable as the Redis: set \`appendonly yes\` there.`,
  },
  memory: {
    comment: ['Its jobs end with the process.'],
    durability: 'Stop it with Ctrl-C. Its jobs live in memory, and each process has its own.',
  },
};

export function notesOn(store: StoreName): Required<ProjectStoreNotes> {
  return { drivers: {}, preparation: [], comment: [], durability: DURABLE, ...NOTES[store] };
}
