import type { Alert } from '@scheduler/client';
import { SubjectLink } from '../../alerts/subject-link.jsx';
import { api } from '../../api/client.js';
import { counted } from '../../design/format.js';
import { Problem } from '../../design/page.jsx';
import { Status, Tag } from '../../design/status.jsx';
import { Time } from '../../design/time.jsx';
import { useResource } from '../../live/use-resource.js';
import { hrefOf } from '../../navigation/address.js';
import './overview.css';

const SHOWN = 5;
const READ = 100;
const WORST_FIRST: readonly Alert['severity'][] = ['critical', 'warning', 'info'];

/** What fires now, the worst first. Nothing fires: there is no band. */
export function FiringAlerts() {
  const firing = useResource('firing alerts', (signal) =>
    api.alerts.list({ status: 'firing', limit: READ }, { signal }),
  );
  const { data, error, reload } = firing;
  // A store that keeps no alerts has none that fire. The screen of alerts says so.
  if (error?.code === 'FEATURE_NOT_SUPPORTED') return null;
  // An overview without a band says that nothing fires, which it must not where nobody knows.
  if (error !== null) return <Problem error={error} retry={reload} />;
  if (data === undefined || data.items.length === 0) return null;
  const alerts = [...data.items].sort((a, b) => rankOf(a) - rankOf(b));
  const isAll = data.next_cursor === null;
  return (
    <section class={`panel fires ${alerts[0]?.severity ?? ''}`} aria-label="Alerts that fire">
      <header class="panel-head">
        <h2>{titleOf(alerts.length, isAll)}</h2>
        <div class="actions">
          <a href={hrefOf('alerts', { status: 'firing' })}>
            {alerts.length > SHOWN ? `All of them` : 'Look at them'}
          </a>
        </div>
      </header>
      <ul class="rows">
        {alerts.slice(0, SHOWN).map((alert) => (
          <FiringAlert key={alert.id} alert={alert} />
        ))}
      </ul>
    </section>
  );
}

function FiringAlert({ alert }: { readonly alert: Alert }) {
  const { rule, severity, subject, message, announced, since } = alert;
  return (
    <li>
      <Status value={severity} />
      <div class="row-main">
        <a class="long" href={hrefOf('alerts', { status: 'firing', rule })}>
          {rule}
        </a>
        {subject !== null && (
          <>
            {' · '}
            <SubjectLink subject={subject} />
          </>
        )}
        <span class="sub one-line" title={message}>
          {message}
        </span>
      </div>
      {!announced && <Tag>not announced</Tag>}
      <span class="muted tight">
        <Time at={since} />
      </span>
    </li>
  );
}

const rankOf = ({ severity }: Alert): number => WORST_FIRST.indexOf(severity);

function titleOf(firing: number, isAll: boolean): string {
  if (!isAll) return `More than ${counted(firing, 'alert')} fire`;
  return firing === 1 ? '1 alert fires' : `${counted(firing, 'alert')} fire`;
}
