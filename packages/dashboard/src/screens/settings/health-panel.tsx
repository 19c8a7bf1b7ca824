import type { Health } from '@scheduler/client';
import { api } from '../../api/client.js';
import { duration } from '../../design/format.js';
import { Loaded, Section } from '../../design/page.jsx';
import { Status, Tag } from '../../design/status.jsx';
import { Time } from '../../design/time.jsx';
import { useResource } from '../../live/use-resource.js';

interface Part {
  readonly status: 'up' | 'down';
  readonly latency_ms?: number | null;
  readonly active_count?: number | null;
}

const partsOf = (components: Health['components']) => Object.entries<Part>(components);

export function HealthPanel() {
  const health = useResource('health', (signal) => api.health.get({ must_run: false }, { signal }));
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
              {partsOf(components).map(([name, { status, latency_ms: latency, active_count: active }]) => (
                <li key={name}>
                  <span class="row-main">{name}</span>
                  <span class="muted">
                    {typeof latency === 'number' && `answers in ${duration(latency)}`}
                    {typeof active === 'number' && `${active} active`}
                  </span>
                  <Status value={status} />
                </li>
              ))}
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
