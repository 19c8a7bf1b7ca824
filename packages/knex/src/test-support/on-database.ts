import { type DatabaseName, TestDatabase, urlOf } from './test-database.js';

/** Registers tests that run on a real database; without one they are reported as not run. */
export function onDatabase(name: DatabaseName, define: (database: TestDatabase) => void): void {
  const url = urlOf(name);
  if (url === null) {
    describe.skip(`${name}: no server was started`, () => it('is not tested', () => undefined));
    return;
  }
  const database = new TestDatabase(name, url);
  beforeAll(() => database.create(), 30_000);
  afterAll(() => database.drop(), 30_000);
  define(database);
}
