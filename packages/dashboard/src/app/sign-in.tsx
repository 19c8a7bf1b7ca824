import { useEffect, useState } from 'preact/hooks';
import { asApiError } from '../api/api-error.js';
import { signIn } from '../api/session.js';
import { Button } from '../design/button.jsx';
import { TextField } from '../design/fields.jsx';

/** Asks for a token. It stays in this tab and goes nowhere else than to the API. */
export function SignIn() {
  const [token, setToken] = useState('');
  const [error, setError] = useState<string | null>(null);
  useEffect(() => {
    document.title = 'Sign in · Scheduler';
  }, []);
  const submit = async () => {
    if (token.trim() === '') return setError('Enter a token.');
    try {
      await signIn(token.trim());
    } catch (reason) {
      const { status, message } = asApiError(reason);
      setError(status === 401 ? 'This token lets nobody in: it is wrong, expired or revoked.' : message);
    }
  };
  return (
    <main class="centre">
      <form
        class="panel sign-in"
        onSubmit={(event) => {
          event.preventDefault();
          void submit();
        }}
      >
        <h1>Sign in to the scheduler</h1>
        <TextField
          label="Token or API key"
          kind="password"
          value={token}
          onInput={setToken}
          error={error}
          autoFocus
          hint={
            <>
              The process that serves this page prints a token when it starts. An API key comes from{' '}
              <code>npx scheduler key:create</code>. It is kept until this tab is closed.
            </>
          }
        />
        <Button type="submit" kind="primary">
          Sign in
        </Button>
      </form>
    </main>
  );
}
