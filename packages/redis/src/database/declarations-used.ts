/**
 * The declarations of shared Lua that a script uses, directly or by others. Redis makes every function of a script anew each time it runs it, and
 * each costs more the more there are, so that a script is given no others.
 *
 * @param shared declarations only: each begins with `local` at the start of a line, and uses those before it
 * @param script the text that uses them
 */
export function declarationsUsed(shared: string, script: string): string {
  const used: string[] = [];
  let text = script;
  for (const declaration of declarationsOf(shared).reverse()) {
    if (!namesOf(declaration).some((name) => new RegExp(`\\b${name}\\b`).test(text))) continue;
    used.unshift(declaration);
    text = `${declaration}\n${text}`;
  }
  return used.join('\n');
}

function declarationsOf(shared: string): string[] {
  const lines = shared.split('\n').filter((line) => line !== '' && !line.startsWith('--'));
  return lines.join('\n').split(/\n(?=local )/);
}

function namesOf(declaration: string): readonly string[] {
  const [, single, list = ''] = /^local (?:function (\w+)|([\w, ]+))/.exec(declaration) ?? [];
  return single === undefined ? list.split(',').map((name) => name.trim()) : [single];
}
