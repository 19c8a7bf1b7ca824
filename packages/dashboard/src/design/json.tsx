import { useState } from 'preact/hooks';
import type { JsonValue } from '@scheduler/contracts';
import { Button } from './button.jsx';
import { bytes } from './format.js';

const SHOWN = 4_000;

interface Props {
  readonly value: JsonValue;
  readonly label: string;
  /** Whether somebody has asked for all of it already. */
  readonly isWhole?: boolean;
}

/** JSON as text. What is long is cut, since a browser needs seconds for a megabyte; copying takes it whole. */
export function Json({ value, label, isWhole = false }: Props) {
  const [whole, setWhole] = useState(isWhole);
  const text = JSON.stringify(value, null, 2);
  const isCut = text.length > SHOWN && !whole;
  return (
    <div class="json">
      <pre tabIndex={0} aria-label={label}>
        {isCut ? `${text.slice(0, SHOWN)}\n…` : text}
      </pre>
      <div class="actions">
        {isCut && <Button onPress={() => setWhole(true)}>Show all ({bytes(text.length)})</Button>}
        <Copy text={text} />
      </div>
    </div>
  );
}

export function Copy({ text, label = 'Copy' }: { readonly text: string; readonly label?: string }) {
  const [copied, setCopied] = useState(false);
  // Without https a browser has no clipboard for pages.
  if (navigator.clipboard === undefined) return null;
  const copy = async () => {
    await navigator.clipboard.writeText(text);
    setCopied(true);
    window.setTimeout(() => setCopied(false), 1_500);
  };
  return (
    <Button kind="quiet" onPress={copy}>
      {copied ? 'Copied' : label}
    </Button>
  );
}
