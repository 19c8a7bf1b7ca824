import { createRequire } from 'node:module';
import { join } from 'node:path';

/** A database of its own on the server, for as long as `use` takes. */
export async function withDatabase(postgres, packages, use) {
  const { Client } = createRequire(join(packages, 'package.json'))('pg');
  const name = `tutorial_${process.pid}`;
  const url = new URL(postgres);
  url.pathname = `/${name}`;
  await statement(Client, postgres, `CREATE DATABASE ${name}`);
  try {
    return await use(url.href);
  } finally {
    await statement(Client, postgres, `DROP DATABASE ${name} WITH (FORCE)`);
  }
}

async function statement(Client, connectionString, sql) {
  const client = new Client({ connectionString });
  await client.connect();
  try {
    await client.query(sql);
  } finally {
    await client.end();
  }
}
