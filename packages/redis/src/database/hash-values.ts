/** Between the values of the language and the fields of hashes. Instants are whole milliseconds since 1970; the empty text stands for null. */

export const fromDate = (date: Date | null): string => (date === null ? '' : String(date.getTime()));

export const toDate = (text: string): Date => new Date(Number(text));

export const toDateOrNull = (text: string): Date | null => (text === '' ? null : toDate(text));

export const fromNumber = (value: number | null): string => (value === null ? '' : String(value));

export const toNumberOrNull = (text: string): number | null => (text === '' ? null : Number(text));

export const toTextOrNull = (text: string): string | null => (text === '' ? null : text);
