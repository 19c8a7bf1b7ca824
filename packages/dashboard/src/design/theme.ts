import { signal } from '@preact/signals';

const KEY = 'scheduler.theme';
export const THEMES = ['system', 'light', 'dark'] as const;
export type Theme = (typeof THEMES)[number];

const stored = localStorage.getItem(KEY);
export const theme = signal<Theme>(THEMES.find((name) => name === stored) ?? 'system');

export function chooseTheme(name: Theme): void {
  theme.value = name;
  localStorage.setItem(KEY, name);
  applyTheme();
}

/** The style sheet follows this attribute; without it, it follows the system. */
export function applyTheme(): void {
  const { dataset } = document.documentElement;
  if (theme.value === 'system') delete dataset['theme'];
  else dataset['theme'] = theme.value;
}
