import type { AuditRecord } from '@scheduler/contracts';
import type { Column } from '../output/table.js';

export const auditColumns: readonly Column<AuditRecord>[] = [
  { header: 'AT', cell: ({ at }) => at.toISOString(), fixed: true },
  { header: 'PRINCIPAL', cell: ({ principal }) => `${principal.id} (${principal.kind})` },
  { header: 'OPERATION', cell: ({ operation }) => operation },
  { header: 'OBJECT', cell: ({ object }) => (object === null ? '-' : `${object.kind} ${object.id}`) },
  { header: 'TENANT', cell: ({ tenant }) => tenant ?? '-' },
  { header: 'REASON', cell: ({ reason }) => reason ?? '-' },
];
