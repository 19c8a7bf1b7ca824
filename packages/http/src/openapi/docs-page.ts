import type { OpenApiDocument, Operation } from './openapi-document.js';

/** The document as a page that needs no script and nothing from elsewhere. */
export function docsPage(document: OpenApiDocument, basePath: string): string {
  const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
  );
  const tags = [...new Set(operations.map(({ operation }) => operation.tags[0] ?? ''))];
  const sections = tags.map(
    (tag) =>
      `<section><h2>${escaped(tag)}</h2>${operations
        .filter(({ operation }) => operation.tags[0] === tag)
        .map(({ path, method, operation }) => operationOf(method, `${basePath}${path}`, operation))
        .join('')}</section>`,
  );
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>Scheduler API</title><link rel="stylesheet" href="${escaped(basePath)}/docs.css"></head>
<body><main><h1>Scheduler API</h1><p>${escaped(document.info.description)} <a href="${escaped(basePath)}/openapi.json">openapi.json</a></p>
${sections.join('\n')}
<section><h2>Schemas</h2><pre>${escaped(JSON.stringify(document.components, null, 2))}</pre></section></main></body></html>
`;
}

function operationOf(method: string, path: string, operation: Operation): string {
  const { parameters, requestBody = null, responses } = operation;
  const details = escaped(JSON.stringify({ parameters, requestBody, responses }, null, 2));
  return `<details><summary><b class="${escaped(method)}">${escaped(method.toUpperCase())}</b> <code>${escaped(path)}</code> ${escaped(operation.summary)} <i>${escaped(operation['x-permission'])}</i></summary><pre>${details}</pre></details>`;
}

const SIGNS: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

export function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (sign) => SIGNS[sign] ?? sign);
}

export const DOCS_CSS = `:root{color-scheme:light dark;font:16px/1.5 system-ui,sans-serif}
main{max-width:70rem;margin:0 auto;padding:1rem}
summary{cursor:pointer;padding:.3rem 0}
pre{overflow:auto;padding:1rem;border:1px solid #8886;border-radius:.4rem;font-size:.85rem}
b{display:inline-block;min-width:4.5rem}
i{opacity:.7;font-size:.85rem}
.get{color:#0a7d33}.post,.put,.patch{color:#8a5a00}.delete{color:#b3261e}
@media (prefers-color-scheme:dark){.get{color:#6fd68f}.post,.put,.patch{color:#f0b95a}.delete{color:#ff8a80}}
`;

/** What the page may load: its own style sheet. */
export const DOCS_POLICY =
  "default-src 'none'; style-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";
