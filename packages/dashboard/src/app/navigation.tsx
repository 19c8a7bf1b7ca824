import { hrefOf, ROOT } from '../navigation/address.js';
import type { Screen } from './screens.js';

export function Navigation({
  screens,
  path,
}: {
  readonly screens: readonly Screen[];
  readonly path: string;
}) {
  const here = `${path}/`.slice(ROOT.length);
  return (
    <nav class="navigation" aria-label="Screens">
      {screens.map((screen) =>
        screen.nav === undefined ? null : (
          <a
            key={screen.path}
            href={hrefOf(screen.path)}
            aria-current={isWithin(here, screen.path) ? 'page' : undefined}
          >
            {screen.nav}
          </a>
        ),
      )}
    </nav>
  );
}

/** A page of a single execution belongs to the entry of executions. */
function isWithin(here: string, path: string): boolean {
  return path === '' ? here === '' || here === '/' : here.startsWith(`${path}/`);
}
