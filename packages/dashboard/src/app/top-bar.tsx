import type { Session } from '@scheduler/client';
import { session as currentSession, signOut } from '../api/session.js';
import { storedToken } from '../api/token.js';
import { Button } from '../design/button.jsx';
import { chooseTheme, theme, type Theme, THEMES } from '../design/theme.js';
import { liveState, type LiveState, wanted } from '../live/live.js';
import { hrefOf } from '../navigation/address.js';

export function TopBar({ session }: { readonly session: Session }) {
  const { environment, read_only: readOnly } = session;
  return (
    <header class="top-bar">
      <a class="brand" href={hrefOf('')} aria-label="Scheduler, overview">
        <img src="./icon.svg" alt="" width="24" height="24" />
        <span>Scheduler</span>
      </a>
      {environment !== null && (
        <span class={`environment env-${environment.color}`} title="Environment">
          {environment.name}
        </span>
      )}
      {readOnly && (
        <span class="tag tone-warn" title="This dashboard shows everything and changes nothing.">
          read-only
        </span>
      )}
      <div class="spacer" />
      <LiveButton />
      <ThemeButton />
      <Who session={session} />
    </header>
  );
}

const LIVE: Readonly<Record<LiveState, { readonly text: string; readonly title: string }>> = {
  live: { text: 'Live', title: 'Changes are shown at once. Press to pause.' },
  polling: { text: 'Polling', title: 'Read again every 5 seconds. Press to pause.' },
  typing: { text: 'Live', title: 'Paused while you type.' },
  paused: { text: 'Paused', title: 'Nothing changes on this page. Press to go on.' },
};

function LiveButton() {
  const { text, title } = LIVE[liveState.value];
  return (
    <button
      type="button"
      class={`live live-${liveState.value}`}
      title={title}
      aria-pressed={wanted.value}
      aria-label={`Live updates: ${text}`}
      onClick={() => {
        wanted.value = !wanted.value;
      }}
    >
      {text}
    </button>
  );
}

const NEXT: Readonly<Record<Theme, Theme>> = { system: 'light', light: 'dark', dark: 'system' };
const SIGNS: Readonly<Record<Theme, string>> = { system: '◐', light: '○', dark: '●' };

function ThemeButton() {
  const current = THEMES.find((name) => name === theme.value) ?? 'system';
  return (
    <Button
      kind="quiet"
      label={`Colours: ${current}`}
      title={`Colours: ${current}`}
      onPress={() => chooseTheme(NEXT[current])}
    >
      {SIGNS[current]}
    </Button>
  );
}

function Who({ session }: { readonly session: Session }) {
  const tenant = session.platform_id ?? 'all tenants';
  return (
    <details class="who">
      <summary title="Who is signed in">{session.principal.id}</summary>
      <div class="menu">
        <p class="muted">{tenant}</p>
        {storedToken() !== null && currentSession.value !== null && (
          <Button onPress={signOut}>Sign out</Button>
        )}
      </div>
    </details>
  );
}
