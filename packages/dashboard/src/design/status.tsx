import { words } from './format.js';

/** The meaning of a status by colour and shape; its word stands beside it. */
const TONES: Readonly<Record<string, string>> = {
  success: 'good',
  succeeded: 'good',
  completed: 'good',
  healthy: 'good',
  up: 'good',
  closed: 'good',
  active: 'good',
  resolving: 'good',
  resolved: 'good',
  enabled: 'good',
  running: 'busy',
  info: 'busy',
  pending: 'calm',
  waiting: 'calm',
  paused: 'warn',
  timeout: 'warn',
  degraded: 'warn',
  disabled: 'warn',
  warning: 'warn',
  half_open: 'warn',
  failed: 'bad',
  unhealthy: 'bad',
  firing: 'bad',
  critical: 'bad',
  down: 'bad',
  open: 'bad',
  cancelled: 'calm',
  skipped: 'calm',
};

export function Status({ value, label }: { readonly value: string; readonly label?: string }) {
  return <span class={`status tone-${TONES[value] ?? 'calm'}`}>{label ?? words(value)}</span>;
}

export function Tag({ children, tone = 'calm' }: { readonly children: string; readonly tone?: string }) {
  return <span class={`tag tone-${tone}`}>{children}</span>;
}
