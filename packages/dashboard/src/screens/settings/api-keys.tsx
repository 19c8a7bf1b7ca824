import type { ApiKey } from '@scheduler/client';
import { useState } from 'preact/hooks';
import { api } from '../../api/client.js';
import { may } from '../../api/session.js';
import { Button } from '../../design/button.jsx';
import { confirm } from '../../design/dialog.jsx';
import { attempt } from '../../design/notices.jsx';
import { Empty, Loaded, Section } from '../../design/page.jsx';
import { Status } from '../../design/status.jsx';
import { type Column, Table } from '../../design/table.jsx';
import { Time } from '../../design/time.jsx';
import { useResource } from '../../live/use-resource.js';
import { CreateKey } from './create-key.jsx';

export function ApiKeys() {
  const [isCreating, setCreating] = useState(false);
  const keys = useResource('keys', (signal) => api.keys.list({ limit: 100 }, { signal }));
  const revoke = async (key: ApiKey) => {
    const yes = await confirm({
      title: `Revoke ${key.name}?`,
      text: 'Whoever uses it is refused from now on. It cannot be given back.',
      action: 'Revoke the key',
      destroys: true,
    });
    if (yes) await attempt(() => api.keys.revoke(key.id), 'It is revoked.');
    keys.reload();
  };
  return (
    <Section
      title="API keys"
      actions={may('keys:write') && <Button onPress={() => setCreating(true)}>Create a key</Button>}
    >
      <Loaded resource={keys} lines={4}>
        {({ items }) =>
          items.length === 0 ? (
            <Empty title="There are no API keys.">
              Create one for a program, or for somebody who signs in here.
            </Empty>
          ) : (
            <Table label="API keys" rows={items} columns={columnsWith(revoke)} keyOf={({ id }) => id} />
          )
        }
      </Loaded>
      {isCreating && (
        <CreateKey
          onClose={() => {
            setCreating(false);
            keys.reload();
          }}
        />
      )}
    </Section>
  );
}

const columnsWith = (revoke: (key: ApiKey) => Promise<void>): readonly Column<ApiKey>[] => [
  { title: 'Status', kind: 'tight', cell: (key) => <Status {...statusOf(key)} /> },
  {
    title: 'Key',
    kind: 'main',
    cell: ({ id, name }) => (
      <>
        <strong class="long">{name}</strong>
        <code class="sub">sch_{id}_…</code>
      </>
    ),
  },
  {
    title: 'May',
    kind: 'wide',
    cell: ({ permissions }) => (
      <span class="one-line" title={permissions.join(', ')}>
        {permissions.join(', ')}
      </span>
    ),
  },
  { title: 'Tenant', kind: 'tight', cell: ({ platform_id: tenant }) => tenant ?? 'all' },
  { title: 'Last use', kind: 'tight', cell: ({ last_used_at: at }) => <Time at={at} /> },
  { title: 'Expires', kind: 'tight', cell: ({ expires_at: at }) => <Time at={at} /> },
  {
    title: '',
    kind: 'tight',
    cell: (key) =>
      key.revoked_at === null && may('keys:write') ? (
        <Button kind="danger" label={`Revoke ${key.name}`} onPress={() => revoke(key)}>
          Revoke
        </Button>
      ) : null,
  },
];

function statusOf({ revoked_at: revoked, expires_at: expires }: ApiKey) {
  if (revoked !== null) return { value: 'cancelled', label: 'revoked' };
  if (expires !== null && Date.parse(expires) <= Date.now()) return { value: 'cancelled', label: 'expired' };
  return { value: 'active', label: 'active' };
}
