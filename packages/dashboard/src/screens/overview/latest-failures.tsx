import { api } from '../../api/client.js';
import { Empty, Loaded, Section } from '../../design/page.jsx';
import { Status } from '../../design/status.jsx';
import { Time } from '../../design/time.jsx';
import { useResource } from '../../live/use-resource.js';
import { executionHref, hrefOf } from '../../navigation/address.js';

const SHOWN = 8;

export function LatestFailures({ period }: { readonly period: string }) {
  const failures = useResource('failures', (signal) =>
    api.executions.list({ status: ['failed', 'timeout'], limit: SHOWN, data: 'none' }, { signal }),
  );
  return (
    <Section
      title="Latest failures"
      actions={<a href={hrefOf('executions', { status: 'failed,timeout', period })}>All of this time</a>}
    >
      <Loaded resource={failures} lines={SHOWN}>
        {({ items }) =>
          items.length === 0 ? (
            <Empty title="Nothing has failed." />
          ) : (
            <ul class="rows">
              {items.map(({ id, job_name: job, handler_name: type, error, status, completed_at: at }) => (
                <li key={id}>
                  <Status value={status} />
                  <div class="row-main">
                    <a class="one-line" href={executionHref(id)} title={job ?? type}>
                      {job ?? type}
                    </a>
                    <span class="sub one-line" title={error ?? ''}>
                      {error ?? 'no error is known'}
                    </span>
                  </div>
                  <span class="muted tight">
                    <Time at={at} />
                  </span>
                </li>
              ))}
            </ul>
          )
        }
      </Loaded>
    </Section>
  );
}
