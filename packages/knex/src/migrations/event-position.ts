interface Step {
  readonly up: readonly string[];
  readonly down: readonly string[];
}

/**
 * The function by which PostgreSQL gives each row of the event log its position, and what it needs.
 *
 * A position is the epoch, the number of a transaction and a sequence, each with a fixed number of hexadecimal digits. The number of the
 * transaction is the own one, or that of the latest that has ended if it is greater: so rows below the oldest transaction that is still open
 * are complete, and whoever changes a row after another transaction has committed stands behind it, although its own transaction may have begun
 * first. For that the server has to be asked at the moment of the append, after the locks were waited for; a statement sees it as it was when the
 * statement began, but a volatile function in PL/pgSQL sees it as it is.
 *
 * Where the log holds a greater number than the server has reached, it was restored into another one, and a new epoch begins. It runs with the
 * rights of its owner, because a role that sees the rows of one tenant could not tell.
 */
export function eventPosition(full: (name: string) => string, schema: string | null): Step {
  const [name, log, state, numbers] = [
    'event_position',
    'event_log',
    'event_log_state',
    'event_log_numbers',
  ].map(full) as [string, string, string, string];
  return {
    up: [
      `CREATE SEQUENCE IF NOT EXISTS ${numbers}`,
      `CREATE OR REPLACE FUNCTION ${name}() RETURNS text LANGUAGE plpgsql VOLATILE SECURITY DEFINER AS $position$
DECLARE
  newest text;
  place text;
  epoch bigint;
  reached bigint;
BEGIN
  LOOP
    -- First what is stored, then what the server has reached, which is later and so cannot be less.
    SELECT greatest(
      (SELECT l.position FROM ${log} l ORDER BY l.position DESC LIMIT 1),
      (SELECT s.value COLLATE "C" FROM ${state} s WHERE s.name = 'deleted')
    ) INTO newest;
    SELECT s.value::bigint INTO epoch FROM ${state} s WHERE s.name = 'epoch';
    epoch := coalesce(epoch, 1);
    reached := greatest(pg_current_xact_id()::text::bigint, pg_snapshot_xmax(pg_current_snapshot())::text::bigint - 1);
    place := lpad(to_hex(epoch), 4, '0') || lpad(to_hex(reached), 12, '0');
    IF newest IS NULL OR newest COLLATE "C" <= place || 'g' THEN
      RETURN place || lpad(to_hex(nextval('${numbers}')), 12, '0');
    END IF;
    -- Somebody else may do it at the same time: the second one changes nothing, and reads again.
    INSERT INTO ${state} AS s (name, value) VALUES ('epoch', (epoch + 1)::text)
      ON CONFLICT (name) DO UPDATE SET value = excluded.value WHERE s.value::bigint < excluded.value::bigint;
  END LOOP;
END $position$`,
      // Nobody may put tables of his own in front of those that the function means.
      schema === null
        ? `DO $do$ BEGIN EXECUTE format('ALTER FUNCTION ${name}() SET search_path = %I, pg_temp', current_schema()); END $do$`
        : `ALTER FUNCTION ${name}() SET search_path = ${schema}, pg_temp`,
    ],
    down: [`DROP FUNCTION IF EXISTS ${name}()`, `DROP SEQUENCE IF EXISTS ${numbers}`],
  };
}
