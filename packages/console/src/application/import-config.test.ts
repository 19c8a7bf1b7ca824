import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findConfig } from './find-config.js';
import { exportedBy } from './import-config.js';

describe('exportedBy', () => {
  const options = { node: {} };
  const container = { get: () => null };

  it.each([
    ['export default', { default: options }],
    ['export const config', { config: options }],
    ['module.exports, imported as ESM', { default: options, 'module.exports': options }],
    ['exports.config, imported as ESM', { default: { config: options }, config: options }],
    ['a compiled default export', { default: { __esModule: true, default: options } }],
    ['a compiled named export', { default: { __esModule: true, config: options } }],
    ['module.exports, required', options],
  ])('finds options in %s', (_, module) => {
    expect(exportedBy(module)).toBe(options);
  });

  it.each([
    ['export default', { default: container }],
    ['export const container', { container }],
    ['exports.container, imported as ESM', { default: { container } }],
  ])('finds a container in %s', (_, module) => {
    expect(exportedBy(module)).toBe(container);
  });

  it('returns functions and unknown exports as they are', () => {
    const make = () => options;
    expect(exportedBy({ default: make })).toBe(make);
    expect(exportedBy({ default: 42 })).toBe(42);
    expect(exportedBy(null)).toBeNull();
  });
});

describe('findConfig', () => {
  const root = mkdtempSync(join(tmpdir(), 'scheduler-console-'));
  const deep = join(root, 'a/b');
  mkdirSync(deep, { recursive: true });

  afterAll(() => rmSync(root, { recursive: true }));

  it('finds the nearest file upwards, TypeScript first', () => {
    expect(findConfig(deep)).toBeNull();
    writeFileSync(join(root, 'scheduler.config.mjs'), '');
    expect(findConfig(deep)).toBe(join(root, 'scheduler.config.mjs'));
    writeFileSync(join(root, 'scheduler.config.ts'), '');
    expect(findConfig(deep)).toBe(join(root, 'scheduler.config.ts'));
    writeFileSync(join(root, 'a/scheduler.config.cjs'), '');
    expect(findConfig(deep)).toBe(join(root, 'a/scheduler.config.cjs'));
  });
});
