const SCHEME_END = '://';
const AUTHORITY = /[^/?#]*/y;
const WEB = /(?:https?|wss?)$/i;
const PORT_AT_END = /:\d{1,5}$/;

/** The text without the user and password of every address in it. Each word is read once, however long it is. */
export function withoutCredentials(text: string): string {
  return text.includes(SCHEME_END) ? text.replace(/\S+/g, cleanWord) : text;
}

/** Removes everything up to the last @ of the word: a password may contain an @, and a slash too. */
function cleanWord(word: string): string {
  const lastAt = word.lastIndexOf('@');
  for (let at = word.indexOf(SCHEME_END); at !== -1 && at < lastAt; at = word.indexOf(SCHEME_END, at + 1)) {
    const start = at + SCHEME_END.length;
    if (hasCredentials(word, at, start)) return `${word.slice(0, start)}***${word.slice(lastAt)}`;
  }
  return word;
}

/**
 * An @ before the first slash ends credentials. A colon there begins a password that holds a slash itself, unless it is the port of an
 * ordinary web address with an @ in its path.
 */
function hasCredentials(word: string, schemeEnd: number, start: number): boolean {
  AUTHORITY.lastIndex = start;
  const authority = AUTHORITY.exec(word)?.[0] ?? '';
  if (authority.includes('@')) return true;
  if (!authority.includes(':') || authority.startsWith('[')) return false;
  const isWeb = WEB.test(word.slice(Math.max(0, schemeEnd - 5), schemeEnd));
  return !(isWeb && PORT_AT_END.test(authority));
}
