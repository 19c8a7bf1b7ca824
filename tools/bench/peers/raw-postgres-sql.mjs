export const SCHEMA = `
  CREATE TABLE IF NOT EXISTS jobs (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    status smallint NOT NULL DEFAULT 0,
    priority smallint NOT NULL DEFAULT 5,
    available_at timestamptz NOT NULL DEFAULT now(),
    payload jsonb NOT NULL,
    fence integer NOT NULL DEFAULT 0,
    owner text,
    lease_until timestamptz,
    finished_at timestamptz
  );
  CREATE INDEX IF NOT EXISTS jobs_waiting ON jobs (priority, available_at, id) WHERE status = 0;`;

export const ENQUEUE = {
  name: 'enqueue',
  text: `WITH added AS (INSERT INTO jobs (payload) VALUES ($1::jsonb)) SELECT pg_notify('jobs', '')`,
};

export const ENQUEUE_MANY = {
  name: 'enqueue-many',
  text: `WITH added AS (INSERT INTO jobs (payload) SELECT unnest($1::jsonb[])) SELECT pg_notify('jobs', '')`,
};

export const CLAIM = {
  name: 'claim',
  text: `
    WITH picked AS (
      SELECT id FROM jobs WHERE status = 0 AND available_at <= now()
      ORDER BY priority, available_at, id LIMIT $1 FOR UPDATE SKIP LOCKED)
    UPDATE jobs SET status = 1, fence = fence + 1, owner = $2, lease_until = now() + interval '30 s'
    FROM picked WHERE jobs.id = picked.id RETURNING jobs.id, jobs.fence, jobs.payload`,
};

export const COMPLETE = {
  name: 'complete',
  text: `
    UPDATE jobs SET status = 2, owner = NULL, lease_until = NULL, finished_at = now()
    FROM unnest($1::bigint[], $2::integer[]) AS done (id, fence)
    WHERE jobs.id = done.id AND jobs.fence = done.fence AND jobs.status = 1`,
};

export const UNFINISHED = 'SELECT count(*) FROM jobs WHERE status < 2';
