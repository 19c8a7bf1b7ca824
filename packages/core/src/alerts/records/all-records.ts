import type { AlertRecord, AlertRecords, ListAlertRecords } from '@scheduler/contracts/adapter';

const PAGE_SIZE = 500;

/** All records of a list, newest first, read page by page. */
export async function allRecords<TRecord extends AlertRecord>(
  records: Pick<AlertRecords<TRecord>, 'list'>,
  request: Omit<ListAlertRecords, 'limit' | 'after'>,
): Promise<readonly TRecord[]> {
  const all: TRecord[] = [];
  for (;;) {
    const last = all.at(-1);
    const after = last === undefined ? {} : { after: { createdAt: last.createdAt, id: last.id } };
    const page = await records.list({ ...request, limit: PAGE_SIZE, ...after });
    all.push(...page);
    if (page.length < PAGE_SIZE) return all;
  }
}
