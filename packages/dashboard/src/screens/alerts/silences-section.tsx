import type { AlertSilence } from '@scheduler/client';
import { api } from '../../api/client.js';
import { may } from '../../api/session.js';
import { Button } from '../../design/button.jsx';
import { confirm } from '../../design/dialog.jsx';
import { attempt } from '../../design/notices.jsx';
import { Empty, Loaded, Section } from '../../design/page.jsx';
import { type Column, Table } from '../../design/table.jsx';
import { Time } from '../../design/time.jsx';
import type { Resource } from '../../live/use-resource.js';

/** What is kept from being announced now, until when and why. */
export function SilencesSection({ silences }: { readonly silences: Resource<readonly AlertSilence[]> }) {
  const change: Column<AlertSilence> = {
    title: 'Change',
    kind: 'tight',
    cell: (silence) => <Button onPress={() => unsilence(silence, silences.reload)}>Unsilence</Button>,
  };
  return (
    <Section title="Silences" note="alerts fire all the same, and are not announced">
      <Loaded resource={silences} lines={2}>
        {(rows) =>
          rows.length === 0 ? (
            <Empty title="Nothing is silenced.">
              Silence an alert or a rule while you know of it, such as during maintenance.
            </Empty>
          ) : (
            <Table
              label="Silences"
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

async function unsilence({ id, rule }: AlertSilence, reload: () => void): Promise<void> {
  const yes = await confirm({
    title: `Unsilence ${rule ?? 'all rules'}?`,
    text: 'What fires and was not announced is announced with the next evaluation.',
    action: 'End the silence',
  });
  if (!yes) return;
  await attempt(() => api.alertSilences.delete(id), 'The silence is over.');
  reload();
}

const COLUMNS: readonly Column<AlertSilence>[] = [
  {
    title: 'Rule',
    kind: 'main',
    cell: ({ rule, platform_id: tenant }) => (
      <div>
        <strong class="long">{rule ?? 'all rules'}</strong>
        {tenant !== null && <span class="sub muted">{tenant}</span>}
      </div>
    ),
  },
  {
    title: 'Of',
    cell: ({ subject }) =>
      subject === null ? <span class="muted">everything</span> : <span class="long">{subject}</span>,
  },
  { title: 'Why', cell: ({ reason }) => <span class="long">{reason}</span> },
  { title: 'By', cell: ({ created_by: by }) => <span class="long">{by}</span> },
  { title: 'Ends', kind: 'tight', cell: ({ until }) => <Time at={until} /> },
];
