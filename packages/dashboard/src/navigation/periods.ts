/** How far back a screen looks, as its address and the API call it. */
export const PERIODS = [
  { value: '1h', label: '1 hour' },
  { value: '24h', label: '24 hours' },
  { value: '7d', label: '7 days' },
  { value: '30d', label: '30 days' },
] as const;

export type Period = (typeof PERIODS)[number]['value'];

export function periodOf(value: string | undefined): Period {
  return PERIODS.find((period) => period.value === value)?.value ?? '24h';
}
