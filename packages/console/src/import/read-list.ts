import type { ImportFormat, ListToRead, ReadList } from './import-entry.js';
import { readCrontab } from './read-crontab.js';
import { readJsonList } from './read-json-list.js';

export interface ListOfFormat extends ListToRead {
  readonly format: ImportFormat;
  readonly hasUser: boolean;
}

export function readList({ format, hasUser, ...list }: ListOfFormat): ReadList {
  return format === 'crontab' ? readCrontab({ ...list, hasUser }) : readJsonList({ ...list, format });
}
