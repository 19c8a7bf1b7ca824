import { ConfigurationInvalid } from '@scheduler/contracts';
import createKnex, { type Knex } from 'knex';

/** The drivers that an application installs beside this package: for most, one of them is enough. */
const DRIVERS: Readonly<Record<string, string>> = { pg: 'PostgreSQL', mysql2: 'MySQL or MariaDB' };

/** A Knex whose driver is loaded. Throws ConfigurationInvalid with the package to install where the driver is missing. */
export function withDriver(config: Knex.Config): Knex {
  try {
    return createKnex(config);
  } catch (cause) {
    const driver = String(config.client);
    const database = DRIVERS[driver];
    // Knex keeps nothing but the text of the error.
    if (database === undefined || !String(cause).includes(`Cannot find module '${driver}'`)) throw cause;
    throw new ConfigurationInvalid(
      {
        field: 'connection',
        value: database,
        problem: `needs the package ${driver}, which is not installed`,
        accepted: `run \`npm install ${driver}\`, or choose another store`,
      },
      { cause },
    );
  }
}
