import { signal } from '@preact/signals';
import { asApiError } from '../api/api-error.js';

interface Notice {
  readonly id: number;
  readonly text: string;
  readonly tone: 'good' | 'bad';
}

const notices = signal<readonly Notice[]>([]);
const SHOWN_MS = 6_000;
const MOST = 4;
let last = 0;

/** Says that something was done. */
export function notify(text: string, tone: Notice['tone'] = 'good'): void {
  const id = (last += 1);
  notices.value = [...notices.value, { id, text, tone }].slice(-MOST);
  window.setTimeout(() => dismiss(id), tone === 'bad' ? 2 * SHOWN_MS : SHOWN_MS);
}

/** Does something and says how it went. True: it worked. */
export async function attempt(action: () => Promise<unknown>, done: string): Promise<boolean> {
  try {
    await action();
    notify(done);
    return true;
  } catch (error) {
    notify(asApiError(error).message, 'bad');
    return false;
  }
}

function dismiss(id: number): void {
  notices.value = notices.value.filter((notice) => notice.id !== id);
}

export function Notices() {
  return (
    <div class="notices" role="status" aria-live="polite">
      {notices.value.map(({ id, text, tone }) => (
        <div key={id} class={`notice tone-${tone}`}>
          <span>{text}</span>
          <button type="button" class="close" aria-label="Dismiss" onClick={() => dismiss(id)}>
            ×
          </button>
        </div>
      ))}
    </div>
  );
}
