import {
  bundledLanguages,
  bundledThemes,
  codeToTokensWithThemes,
  createOnigurumaEngine,
  createShikiInternal,
  loadBuiltinWasm,
} from '@gerrit0/mini-shiki';

const THEMES = { light: 'github-light', dark: 'github-dark' };
const LANGUAGES = [
  'typescript',
  'tsx',
  'javascript',
  'json',
  'sh',
  'sql',
  'yaml',
  'docker',
  'ini',
  'php',
  'elixir',
  'http',
];
const ALIASES = {
  ts: 'typescript',
  js: 'javascript',
  bash: 'sh',
  shell: 'sh',
  yml: 'yaml',
  dockerfile: 'docker',
};

export const escapeHtml = (text) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');

/** A function that turns code into HTML with the colours of both themes. A language that it does not know stays plain. */
export async function createHighlighter() {
  await loadBuiltinWasm();
  const shiki = await createShikiInternal({
    engine: await createOnigurumaEngine(),
    themes: Object.values(THEMES).map((name) => bundledThemes[name]),
    langs: LANGUAGES.map((name) => bundledLanguages[name]),
  });
  return (code, language) => {
    const lang = ALIASES[language] ?? language;
    if (!LANGUAGES.includes(lang)) return escapeHtml(code);
    const lines = codeToTokensWithThemes(shiki, code, { lang, themes: THEMES });
    return lines.map((tokens) => tokens.map(spanOf).join('')).join('\n');
  };
}

function spanOf({ content, variants }) {
  const text = escapeHtml(content);
  if (content.trim() === '') return text;
  return `<span style="--l:${variants.light.color};--d:${variants.dark.color}">${text}</span>`;
}
