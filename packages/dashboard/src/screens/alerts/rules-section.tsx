import type { AlertRule } from '@scheduler/client';
import { type Subject, SubjectLink } from '../../alerts/subject-link.jsx';
import { api } from '../../api/client.js';
import { may } from '../../api/session.js';
import { Button } from '../../design/button.jsx';
import { confirm } from '../../design/dialog.jsx';
import { attempt } from '../../design/notices.jsx';
import { Empty, Loaded, Section } from '../../design/page.jsx';
import { Status } from '../../design/status.jsx';
import { type Column, Table } from '../../design/table.jsx';
import type { Resource } from '../../live/use-resource.js';
import { conditionWords } from './condition-words.js';
import type { SilenceDraft } from './silence-dialog.jsx';

interface Props {
  readonly rules: Resource<readonly AlertRule[]>;
  readonly onSilence: (draft: SilenceDraft) => void;
}

/** What is watched, and from when on it is too much. */
export function RulesSection({ rules, onSilence }: Props) {
  const change: Column<AlertRule> = {
    title: 'Change',
    kind: 'tight',
    cell: (rule) => (
      <div class="actions">
        <Button onPress={() => switchRule(rule, rules.reload)}>{rule.enabled ? 'Disable' : 'Enable'}</Button>
        {rule.enabled && (
          <Button label={`Silence ${rule.name}…`} onPress={() => onSilence({ rule: rule.id, subject: '' })}>
            Silence…
          </Button>
        )}
      </div>
    ),
  };
  return (
    <Section title="Rules" note="measured every minute by default">
      <Loaded resource={rules} lines={7}>
        {(rows) =>
          rows.length === 0 ? (
            <Empty title="There is no rule.">
              Create one with <code>npx scheduler alert:create</code>.
            </Empty>
          ) : (
            <Table
              label="Rules"
              rows={rows}
              columns={may('alerts:write') ? [...COLUMNS, change] : COLUMNS}
              keyOf={({ id }) => id}
            />
          )
        }
      </Loaded>
    </Section>
  );
}

async function switchRule({ id, name, enabled }: AlertRule, reload: () => void): Promise<void> {
  const yes =
    !enabled ||
    (await confirm({
      title: `Disable ${name}?`,
      text: 'Nobody is told any more when this happens, and what fires of it is over. To be left alone for a while only, silence it.',
      action: 'Disable the rule',
    }));
  if (!yes) return;
  await attempt(
    () => api.alertRules.update(id, { enabled: !enabled }),
    `${name} is ${enabled ? 'disabled' : 'enabled'}.`,
  );
  reload();
}

const COLUMNS: readonly Column<AlertRule>[] = [
  {
    title: 'Rule',
    kind: 'main',
    cell: ({ name, description, platform_id: tenant }) => (
      <div>
        <strong class="long">{name}</strong>
        <span class="sub muted">
          {description}
          {tenant !== null && ` · ${tenant}`}
        </span>
      </div>
    ),
  },
  {
    title: 'State',
    kind: 'tight',
    cell: ({ enabled }) => <Status value={enabled ? 'enabled' : 'disabled'} />,
  },
  { title: 'Severity', kind: 'tight', cell: ({ severity }) => <Status value={severity} /> },
  { title: 'Fires at', cell: (rule) => <FiresAt rule={rule} /> },
  { title: 'Told by', cell: ({ channels }) => <span class="muted">{channels.join(', ')}</span> },
];

function FiresAt({ rule }: { readonly rule: AlertRule }) {
  const target = targetOf(rule);
  return (
    <div>
      {conditionWords(rule.condition)}
      {target !== null && (
        <span class="sub">
          of <SubjectLink subject={target} />
        </span>
      )}
    </div>
  );
}

function targetOf({ job, queue, type }: AlertRule): Subject | null {
  if (job !== null) return { kind: 'job', id: job, name: job };
  if (queue !== null) return { kind: 'queue', id: queue, name: queue };
  return type === null ? null : { kind: 'type', id: type, name: type };
}
