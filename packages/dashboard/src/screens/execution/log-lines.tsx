import type { ExecutionLog } from '@scheduler/client';
import { api } from '../../api/client.js';
import { localTimeOfDay } from '../../design/format.js';
import { Empty, Loaded, Section } from '../../design/page.jsx';
import { useResource } from '../../live/use-resource.js';

const MOST = 500;

export function LogLines({ id }: { readonly id: string }) {
  const logs = useResource(id, (signal) => api.executions.logs(id, { signal }));
  return (
    <Section title="Logs" note="what the handler wrote">
      <Loaded resource={logs} lines={3}>
        {(lines) =>
          lines.length === 0 ? (
            <Empty title="No log lines.">
              A handler writes them with <code>context.log</code>.
            </Empty>
          ) : (
            <Lines lines={lines.slice(-MOST)} hidden={Math.max(0, lines.length - MOST)} />
          )
        }
      </Loaded>
    </Section>
  );
}

function Lines({ lines, hidden }: { readonly lines: readonly ExecutionLog[]; readonly hidden: number }) {
  return (
    <>
      {hidden > 0 && <p class="hint pad">{hidden} older lines are not shown.</p>}
      <ol class="logs" tabIndex={0} aria-label="Log lines">
        {lines.map(({ at, level, message, context }, index) => (
          <li key={index} class={`log-${level}`}>
            <time dateTime={at} title={at}>
              {localTimeOfDay(new Date(at))}
            </time>
            <span class="log-level">{level}</span>
            <span class="long">
              {message}
              {context !== null && <span class="muted"> {JSON.stringify(context)}</span>}
            </span>
          </li>
        ))}
      </ol>
    </>
  );
}
