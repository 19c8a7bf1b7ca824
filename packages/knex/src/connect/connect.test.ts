import { ConfigurationInvalid } from '@scheduler/contracts';
import { SystemClock } from '@scheduler/core';
import createKnex from 'knex';
import { createKnexStore } from '../knex-store.js';
import { expectNoSecrets } from '../test-support/canary.js';
import type * as Connect from './connect.js';

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

describe('a driver that is not installed', () => {
  const missing = (name: string) => () => {
    throw Object.assign(new Error(`Cannot find module '${name}'`), { code: 'MODULE_NOT_FOUND' });
  };
  const connecting = (url: string, absent: readonly string[]): Error => {
    for (const name of absent) jest.doMock(name, missing(name));
    let thrown: unknown = null;
    jest.isolateModules(() => {
      const { connect } = module.require('./connect.js') as typeof Connect;
      try {
        connect(url);
      } catch (error) {
        thrown = error;
      }
    });
    for (const name of absent) jest.dontMock(name);
    return thrown as Error;
  };

  it.each([
    ['pg', 'postgres://canaryuser:canarypassword@canaryhost/canarydatabase', 'PostgreSQL'],
    ['mysql2', 'mysql://canaryuser:canarypassword@canaryhost/canarydatabase', 'MySQL or MariaDB'],
  ])('%s: the error names the package and how to install it', (driver, url, database) => {
    const error = connecting(url, [driver]);
    expect(error).toMatchObject({
      code: 'CONFIGURATION_INVALID',
      message: `connection: needs the package ${driver}, which is not installed, got "${database}"; accepted: run \`npm install ${driver}\`, or choose another store`,
    });
    expectNoSecrets(error);
  });

  it('shows a driver that is broken as it is', () => {
    jest.doMock('pg', () => {
      throw new Error('built for another Node.js');
    });
    expect(connecting('postgres://host/name', []).message).toContain('built for another Node.js');
    jest.dontMock('pg');
  });
});
