import { ConfigurationInvalid } from '@scheduler/contracts';
import { SystemClock } from '@scheduler/core';
import createKnex from 'knex';
import { createKnexStore } from '../knex-store.js';
import { expectNoSecrets } from '../test-support/canary.js';

function refusalOf(connection: string): Error {
  try {
    createKnexStore({ connection, clock: new SystemClock() });
  } catch (error) {
    return error as Error;
  }
  throw new Error('it was accepted');
}

describe('an unknown connection', () => {
  it.each([
    'redis://canaryuser:canarypassword@canaryhost/canarydatabase',
    'canaryuser:canarypassword@canaryhost/canarydatabase',
    'canaryhost/canarydatabase',
    'postgres://canaryuser:canary password@canaryhost:port/canarydatabase',
    'mysql://canaryuser:canary%password@canaryhost/canarydatabase',
    'postgres://canaryuser:canary%password@canaryhost/canarydatabase',
    '',
  ])('%j is refused with a list of the accepted forms', (connection) => {
    const error = refusalOf(connection);
    expect(error).toBeInstanceOf(ConfigurationInvalid);
    expect(error.message).toContain("'sqlite:./scheduler.db'");
    expectNoSecrets(error);
  });

  it('names the scheme', () => {
    expect(refusalOf('redis://canaryhost').message).toContain('got "redis"');
  });

  it('refuses a Knex for another database', () => {
    const knex = createKnex({ client: 'mssql' });
    expect(() => createKnexStore({ connection: knex, clock: new SystemClock() })).toThrow(
      'connection: is a Knex for another database',
    );
  });
});
