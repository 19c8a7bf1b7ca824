import type { JsonValue } from '@scheduler/contracts';
import { WithTimes } from '../../design/time.jsx';
import { differences } from './differences.js';

const SHOWN = 6;

/** What differs between two states, field by field. */
export function Change({ before, after }: { readonly before: JsonValue; readonly after: JsonValue }) {
  const rows = differences(before, after);
  if (rows.length === 0) return <span class="muted">–</span>;
  return (
    <>
      <dl class="change">
        {rows.slice(0, SHOWN).map(({ name, from, to }) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>
              {from !== undefined && (
                <del>
                  <WithTimes text={from} />
                </del>
              )}
              {from !== undefined && to !== undefined && <span aria-hidden="true"> → </span>}
              {to !== undefined && (
                <ins>
                  <WithTimes text={to} />
                </ins>
              )}
            </dd>
          </div>
        ))}
      </dl>
      {rows.length > SHOWN && <span class="sub">and {rows.length - SHOWN} more</span>}
    </>
  );
}
