import type { Session } from '@scheduler/client';
import { ErrorBoundary, Route, Router, useLocation } from 'preact-iso';
import { useRef } from 'preact/hooks';
import { ConfirmDialog } from '../design/dialog.jsx';
import { Notices } from '../design/notices.jsx';
import { ROOT } from '../navigation/address.js';
import { Navigation } from './navigation.jsx';
import { NotFound } from './not-found.jsx';
import { SCREENS } from './screens.js';
import { TopBar } from './top-bar.jsx';

/** The frame of all screens: who and where one is, the navigation, the screen. */
export function Shell({ session }: { readonly session: Session }) {
  const main = useRef<HTMLElement>(null);
  const { path } = useLocation();
  const offered = SCREENS.filter(({ isOffered }) => isOffered());
  return (
    <div class="shell">
      <button type="button" class="skip" onClick={() => main.current?.focus()}>
        Skip to the contents
      </button>
      <TopBar session={session} />
      <Navigation screens={offered} path={path} />
      <main ref={main} tabIndex={-1} id="main">
        <ErrorBoundary>
          <Router>
            {offered.map((screen) => (
              <Route key={screen.path} path={ROOT + screen.path} component={screen.component} />
            ))}
            <Route default component={NotFound} />
          </Router>
        </ErrorBoundary>
      </main>
      <Notices />
      <ConfirmDialog />
    </div>
  );
}
