import type { JsonValue } from '@scheduler/contracts';
import { useState } from 'preact/hooks';
import { asApiError } from '../api/api-error.js';
import { Button } from './button.jsx';
import { bytes } from './format.js';
import { Json } from './json.jsx';
import { notify } from './notices.jsx';

/** The beginning of what is long, as the API sends it. */
interface Cut {
  readonly bytes: number;
  readonly beginning: string;
}

interface Props {
  readonly label: string;
  readonly value: JsonValue;
  /** Undefined: the value is all there is. */
  readonly cut: Cut | undefined;
  readonly load: () => Promise<JsonValue>;
}

/** What an application has stored. What is long comes from the server only in part, until somebody asks for all of it. */
export function StoredJson({ label, value, cut, load }: Props) {
  const [loaded, setLoaded] = useState<{ readonly value: JsonValue } | null>(null);
  if (loaded !== null) return <Json value={loaded.value} label={label} isWhole />;
  if (cut === undefined) return <Json value={value} label={label} />;
  const loadAll = async () => {
    try {
      setLoaded({ value: await load() });
    } catch (error) {
      notify(asApiError(error).message, 'bad');
    }
  };
  return (
    <div class="json">
      <pre tabIndex={0} aria-label={label}>{`${cut.beginning}\n…`}</pre>
      <div class="actions">
        <span class="muted">
          {bytes(new TextEncoder().encode(cut.beginning).length)} of {bytes(cut.bytes)} shown
        </span>
        <Button onPress={loadAll}>Load all</Button>
      </div>
    </div>
  );
}
