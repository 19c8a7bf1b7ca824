import { getHealth } from '../../api/request.js';
import type { Health } from '../../api/statistics-types.js';
import { duration } from '../../design/format.js';
import { Loaded, Section } from '../../design/page.jsx';
import { Status, Tag } from '../../design/status.jsx';
import { Time } from '../../design/time.jsx';
import { useResource } from '../../live/use-resource.js';

export function HealthPanel() {
  const health = useResource('health', (abort) => getHealth<Health>({ must_run: false }, abort));
  return (
    <Section
      title="Health"
      note={health.data === undefined ? '' : `up for ${duration(health.data.uptime_seconds * 1_000)}`}
      actions={health.data !== undefined && <Status value={health.data.status} />}
    >
      <Loaded resource={health} lines={4}>
        {({ components, issues }) => (
          <>
            <ul class="rows">
              {Object.entries(components).map(
                ([name, { status, latency_ms: latency, active_count: active }]) => (
                  <li key={name}>
                    <span class="row-main">{name}</span>
                    <span class="muted">
                      {typeof latency === 'number' && `answers in ${duration(latency)}`}
                      {typeof active === 'number' && `${active} active`}
                    </span>
                    <Status value={status} />
                  </li>
                ),
              )}
            </ul>
            {issues.length > 0 && (
              <ul class="rows issues">
                {issues.map(({ code, component, message, severity, since }) => (
                  <li key={`${component} ${code}`}>
                    <Tag tone={severity === 'warning' ? 'warn' : 'bad'}>{severity}</Tag>
                    <span class="row-main long">{message}</span>
                    {since !== null && (
                      <span class="muted tight">
                        since <Time at={since} />
                      </span>
                    )}
                  </li>
                ))}
              </ul>
            )}
          </>
        )}
      </Loaded>
    </Section>
  );
}
