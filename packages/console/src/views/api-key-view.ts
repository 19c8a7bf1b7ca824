import type { ApiKeyDetails } from '@scheduler/core';
import type { Column } from '../output/table.js';
import { styled, type Text } from '../output/text.js';
import { relativeTime } from '../output/times.js';

/** As many as fit beside the other columns; --json shows all. */
const MOST_PERMISSIONS = 3;

export function apiKeyColumns(now: Date): readonly Column<ApiKeyDetails>[] {
  const timeOf = (at: Date | null, otherwise: string) => (at === null ? otherwise : relativeTime(at, now));
  return [
    { header: 'ID', cell: ({ id }) => id, fixed: true },
    { header: 'NAME', cell: ({ name }) => name },
    { header: 'TENANT', cell: ({ tenant }) => tenant ?? 'all' },
    { header: 'STATE', cell: (key) => stateOf(key, now) },
    { header: 'PERMISSIONS', cell: ({ permissions }) => permissionsText(permissions) },
    { header: 'CREATED', cell: ({ createdAt }) => timeOf(createdAt, '-') },
    { header: 'EXPIRES', cell: ({ expiresAt }) => timeOf(expiresAt, 'never') },
    { header: 'LAST USED', cell: ({ lastUsedAt }) => timeOf(lastUsedAt, 'never') },
  ];
}

function stateOf({ revokedAt, expiresAt }: ApiKeyDetails, now: Date): Text {
  if (revokedAt !== null) return styled('red', 'revoked');
  return expiresAt !== null && expiresAt <= now ? styled('yellow', 'expired') : styled('green', 'valid');
}

function permissionsText(permissions: readonly string[]): string {
  const shown = permissions.slice(0, MOST_PERMISSIONS);
  const more = permissions.length - shown.length;
  return [...shown, ...(more === 0 ? [] : [`${more} more`])].join(', ');
}
