import { type DatabaseName, TestDatabase, urlOf } from './test-database.js';

export const DATABASES: readonly DatabaseName[] = ['sqlite', 'postgres', 'mariadb'];
export const SERVERS: readonly DatabaseName[] = ['postgres', 'mariadb'];

/** Registers tests that run on a real database. Without a server they are reported as skipped. */
export function onDatabase(name: DatabaseName, define: (database: TestDatabase) => void): void {
  const url = urlOf(name);
  if (url === null) {
    describe.skip(`${name}: no server was started`, () => it('is not tested', () => undefined));
    return;
  }
  const database = new TestDatabase(name, url);
  beforeAll(() => database.create());
  afterAll(() => database.drop());
  define(database);
}

/** Registers the same tests on several databases, each in its own group. */
export function onEach(names: readonly DatabaseName[], define: (database: TestDatabase) => void): void {
  for (const name of names) describe(`on ${name}`, () => onDatabase(name, define));
}
