import type { Execution } from '@scheduler/client';
import { Tag } from '../../design/status.jsx';
import { Time } from '../../design/time.jsx';
import { words } from '../../design/format.js';

/** Why it failed, before everything else. */
export function FailurePanel({ execution }: { readonly execution: Execution }) {
  const { failure, error_stack: stack, next_retry_at: retryAt } = execution;
  if (failure === null) return null;
  return (
    <section class="panel failure" aria-label="Error">
      <header class="panel-head">
        <h2 class="long">{failure.name}</h2>
        {failure.error_class !== null && <Tag tone="bad">{words(failure.error_class)}</Tag>}
        {failure.code !== null && <code>{failure.code}</code>}
        {retryAt !== null && (
          <span class="muted">
            runs again <Time at={retryAt} />
          </span>
        )}
      </header>
      <p class="failure-text long">{failure.message}</p>
      {stack !== null && (
        <details>
          <summary>Stack</summary>
          <pre tabIndex={0}>{stack}</pre>
        </details>
      )}
    </section>
  );
}
