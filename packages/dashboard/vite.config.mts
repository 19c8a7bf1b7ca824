import { defaultClientConditions, defineConfig } from 'vite';

/** The part of the dashboard that runs in browsers. The part that servers load is compiled by tsc. */
export default defineConfig({
  // Relative, because nobody knows below which path the dashboard will be.
  base: './',
  publicDir: 'public',
  oxc: { jsx: { runtime: 'automatic', importSource: 'preact' } },
  resolve: { conditions: ['@scheduler/source', ...defaultClientConditions] },
  build: {
    outDir: 'dist/browser',
    emptyOutDir: true,
    manifest: 'manifest.json',
    target: 'es2022',
    // An inlined file would be a data: address, which the policy of the page refuses.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    // A dozen files of half a kilobyte compress badly, and the next screen needs them anyway.
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [{ name: 'shared', test: /src\/(?:api|design|live|navigation)\/(?!chart|cell-grid)/ }],
        },
      },
    },
  },
});
