import { useEffect, useState } from 'preact/hooks';
import { LocationProvider } from 'preact-iso';
import { type ApiError, asApiError } from '../api/api-error.js';
import { signedOut } from '../api/client.js';
import { loadSession, may, session } from '../api/session.js';
import { Loading, Problem } from '../design/page.jsx';
import { startLive } from '../live/live.js';
import { ROOT } from '../navigation/address.js';
import { Shell } from './shell.jsx';
import { SignIn } from './sign-in.jsx';

export function App() {
  const [error, setError] = useState<ApiError | null>(null);
  const load = () => {
    setError(null);
    // Who is not signed in gets the page for that.
    loadSession().catch((reason: unknown) => signedOut.value || setError(asApiError(reason)));
  };
  useEffect(load, []);
  const current = session.value;
  const isIn = current !== null && !signedOut.value;
  useEffect(() => (isIn ? startLive(may('events:read')) : undefined), [isIn]);

  if (signedOut.value) return <SignIn />;
  if (error !== null)
    return (
      <main class="centre">
        <Problem error={error} retry={load} />
      </main>
    );
  if (current === null)
    return (
      <main class="centre">
        <Loading lines={4} />
      </main>
    );
  return (
    <LocationProvider scope={ROOT}>
      <Shell session={current} />
    </LocationProvider>
  );
}
