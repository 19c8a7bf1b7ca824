import { onRelativeImports } from './relative-imports.mjs';

/** Refuses an import that goes upwards in the order of folders that the rule is given. Files beside the folders stand above them all. */
export const folderOrder = {
  meta: {
    type: 'problem',
    docs: { description: 'Imports between the folders of a package run downwards only.' },
    schema: [
      {
        type: 'object',
        properties: { folders: { type: 'array', items: { type: 'string' } } },
        required: ['folders'],
        additionalProperties: false,
      },
    ],
    messages: {
      upwards:
        '{{from}} must not import from {{to}}, which stands above it. Imports run downwards only, in the order {{order}}. Move what both need further down.',
      unknown:
        'The folder {{folder}} has no place in the order {{order}}. Give it one in tools/lint/core-folders.mjs.',
    },
  },
  create(context) {
    const [{ folders }] = context.options;
    const order = folders.join(', ');
    return onRelativeImports(context, ({ node, from, to }) => {
      const [fromFolder, toFolder] = [topFolder(from), topFolder(to)];
      if (fromFolder === toFolder) return;
      const unknown = [fromFolder, toFolder].find((folder) => folder !== null && !folders.includes(folder));
      if (unknown !== undefined)
        return context.report({ node, messageId: 'unknown', data: { folder: `${unknown}/`, order } });
      if (folders.indexOf(toFolder) < folders.indexOf(fromFolder)) {
        const data = { from: shown(fromFolder), to: shown(toFolder), order };
        context.report({ node, messageId: 'upwards', data });
      }
    });
  },
};

const topFolder = (file) => (file.includes('/') ? file.slice(0, file.indexOf('/')) : null);
const shown = (folder) => (folder === null ? 'the files of src' : `${folder}/`);
