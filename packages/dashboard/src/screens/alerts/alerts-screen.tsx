import { useState } from 'preact/hooks';
import { api } from '../../api/client.js';
import { may } from '../../api/session.js';
import { Button } from '../../design/button.jsx';
import { Page } from '../../design/page.jsx';
import { useResource } from '../../live/use-resource.js';
import { AlertsSection } from './alerts-section.jsx';
import { RulesSection } from './rules-section.jsx';
import { SilenceDialog, type SilenceDraft } from './silence-dialog.jsx';
import { SilencesSection } from './silences-section.jsx';

/** What fires or has fired, what is watched, and what is kept from being announced. */
export function AlertsScreen() {
  const [draft, setDraft] = useState<SilenceDraft | null>(null);
  const rules = useResource('rules', (signal) => api.alertRules.list({ signal }));
  const silences = useResource('silences', (signal) => api.alertSilences.list({ signal }));
  const close = () => {
    setDraft(null);
    silences.reload();
  };
  return (
    <Page
      title="Alerts"
      lead="What fires or has fired, the rules that watch, and what is kept quiet for a while."
      actions={
        may('alerts:write') && <Button onPress={() => setDraft({ rule: '', subject: '' })}>Silence…</Button>
      }
    >
      <AlertsSection rules={rules.data ?? []} onSilence={setDraft} />
      <SilencesSection silences={silences} />
      <RulesSection rules={rules} onSilence={setDraft} />
      {draft !== null && <SilenceDialog draft={draft} rules={rules.data ?? []} onClose={close} />}
    </Page>
  );
}
