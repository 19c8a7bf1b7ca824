import { signal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { Button } from './button.jsx';

/** A dialog of the browser: it keeps the focus, and Escape closes it. */
export function Dialog({
  title,
  onClose,
  children,
}: {
  readonly title: string;
  readonly onClose: () => void;
  readonly children: ComponentChildren;
}) {
  const element = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    element.current?.showModal();
  }, []);
  return (
    <dialog ref={element} aria-label={title} onClose={onClose}>
      <h2>{title}</h2>
      {children}
    </dialog>
  );
}

export interface Question {
  readonly title: string;
  readonly text: ComponentChildren;
  /** What happens, as a verb: "Delete 3 dead letters". */
  readonly action: string;
  readonly destroys?: boolean;
}

interface Asked extends Question {
  readonly answer: (yes: boolean) => void;
}

const asked = signal<Asked | null>(null);

/** Asks before something is done that cannot be taken back. */
export function confirm(question: Question): Promise<boolean> {
  asked.value?.answer(false);
  return new Promise((resolve) => {
    asked.value = {
      ...question,
      answer: (yes) => {
        asked.value = null;
        resolve(yes);
      },
    };
  });
}

export function ConfirmDialog() {
  const question = asked.value;
  if (question === null) return null;
  const { title, text, action, destroys = false, answer } = question;
  return (
    <Dialog key={title} title={title} onClose={() => answer(false)}>
      <div class="dialog-text">{text}</div>
      <div class="actions end">
        <Button onPress={() => answer(false)}>Keep as it is</Button>
        <Button kind={destroys ? 'danger' : 'primary'} onPress={() => answer(true)}>
          {action}
        </Button>
      </div>
    </Dialog>
  );
}
