import pg from 'pg';

export function newPool(url, max) {
  const pool = new pg.Pool({ connectionString: url, max });
  // Connections that are lost when the server is stopped are not errors.
  pool.on('error', () => {});
  pool.on('connect', (client) => client.on('error', () => {}));
  return pool;
}

export async function countOf(pool, sql) {
  const { rows } = await pool.query(sql);
  return Number(rows[0].count);
}
