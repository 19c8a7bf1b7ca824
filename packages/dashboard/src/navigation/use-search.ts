import { useLocation } from 'preact-iso';
import { useCallback } from 'preact/hooks';
import { hrefOf, ROOT, type SearchValues } from './address.js';

export interface Search {
  readonly values: Readonly<Record<string, string>>;
  /** The values of a list, such as `status=failed,timeout`. */
  list(name: string): readonly string[];
  /** Changes some values and keeps the others. `undefined` removes one. With `replace` the back button does not lead to what was before. */
  change(changes: SearchValues, options?: { readonly replace?: boolean }): void;
  /** The address with these changes, for links. */
  with(changes: SearchValues): string;
}

/** What a screen shows stands in its address: filters, pages, tabs and selections. */
export function useSearch(): Search {
  const { query, path, route } = useLocation();
  const values = query;
  const here = `${path}/`.startsWith(ROOT) ? path.slice(ROOT.length) : '';
  const address = useCallback(
    (changes: SearchValues) => hrefOf(here, { ...values, ...changes }),
    [here, JSON.stringify(values)],
  );
  return {
    values,
    list: (name) => (values[name] ?? '').split(',').filter((value) => value !== ''),
    change: (changes, { replace = false } = {}) => route(address(changes), replace),
    with: address,
  };
}
