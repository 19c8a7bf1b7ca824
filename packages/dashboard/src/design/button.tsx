import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';

export interface ButtonProps {
  readonly children: ComponentChildren;
  /** While its promise is pending the button is busy and cannot be pressed again. */
  readonly onPress?: () => unknown;
  readonly kind?: 'plain' | 'primary' | 'danger' | 'quiet';
  readonly type?: 'button' | 'submit';
  readonly disabled?: boolean;
  readonly title?: string;
  readonly label?: string;
  readonly pressed?: boolean;
}

export function Button({ children, onPress, kind = 'plain', type = 'button', ...rest }: ButtonProps) {
  const [busy, setBusy] = useState(false);
  const press = async () => {
    if (onPress === undefined || busy) return;
    setBusy(true);
    try {
      await onPress();
    } finally {
      setBusy(false);
    }
  };
  return (
    <button
      type={type}
      class={`button ${kind}`}
      disabled={rest.disabled === true}
      aria-busy={busy}
      aria-label={rest.label}
      aria-pressed={rest.pressed}
      title={rest.title}
      onClick={() => void press()}
    >
      {children}
    </button>
  );
}

export function LinkButton({
  href,
  children,
}: {
  readonly href: string;
  readonly children: ComponentChildren;
}) {
  return (
    <a class="button plain" href={href}>
      {children}
    </a>
  );
}
