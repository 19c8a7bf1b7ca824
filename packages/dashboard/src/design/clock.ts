import { signal } from '@preact/signals';

/** The time now, for texts such as "12 s ago". It moves each second while somebody looks. */
export const now = signal(Date.now());

window.setInterval(() => {
  if (!document.hidden) now.value = Date.now();
}, 1_000);
