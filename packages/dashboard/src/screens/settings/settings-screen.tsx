import { API_ROOT } from '../../api/client.js';
import { may, session } from '../../api/session.js';
import { Choices } from '../../design/fields.jsx';
import { Page, Section } from '../../design/page.jsx';
import { Facts } from '../../design/table.jsx';
import { chooseTheme, theme, THEMES } from '../../design/theme.js';
import { ApiKeys } from './api-keys.jsx';
import { HealthPanel } from './health-panel.jsx';

export function SettingsScreen() {
  return (
    <Page title="Keys and health" lead="Who may come in, how the scheduler is, and how this page looks.">
      {may('metrics:read') && <HealthPanel />}
      {may('keys:read') && <ApiKeys />}
      <div class="columns even">
        <Session />
        <Section title="Appearance" note="kept in this browser">
          <div class="form">
            <Choices
              label="Colours"
              options={THEMES.map((name) => ({ value: name, label: name }))}
              chosen={[theme.value]}
              onToggle={(name) => chooseTheme(THEMES.find((each) => each === name) ?? 'system')}
            />
          </div>
        </Section>
      </div>
    </Page>
  );
}

function Session() {
  const current = session.value;
  if (current === null) return null;
  return (
    <Section title="You">
      <Facts
        facts={[
          { name: 'Signed in as', value: current.principal.id },
          { name: 'By', value: current.principal.kind.replace('_', ' ') },
          { name: 'Tenant', value: current.platform_id ?? 'all tenants' },
          { name: 'Read-only', value: current.read_only ? 'yes: nothing can be changed here' : 'no' },
          { name: 'API', value: <code class="long">{API_ROOT.href}</code> },
          { name: 'Permissions', value: <span class="long">{current.permissions.join(', ')}</span> },
        ]}
      />
    </Section>
  );
}
