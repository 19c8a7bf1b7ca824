import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as contracts from '@scheduler/contracts';
import * as core from '@scheduler/core';
import * as memory from '@scheduler/memory';
import * as testing from '@scheduler/testing';
import { workspace } from './test-support/examples.js';

const manifestOf = (name: string) =>
  JSON.parse(readFileSync(join(workspace, 'packages', name, 'package.json'), 'utf8'));

it.each(Object.entries({ contracts, core, memory, testing }))(
  'loads %s from its sources, without a default export',
  (_name, module) => {
    expect(module).not.toHaveProperty('default');
  },
);

it('requires no driver: memory needs none, and those of databases are optional (F210)', () => {
  expect(Object.keys(manifestOf('memory').dependencies)).toEqual(['@scheduler/contracts']);
  expect(manifestOf('memory')).not.toHaveProperty('peerDependencies');
  const { dependencies, peerDependencies, peerDependenciesMeta } = manifestOf('knex');
  expect(Object.keys(dependencies)).toEqual(['@scheduler/contracts', 'knex']);
  const optional = Object.keys(peerDependencies).filter((name) => peerDependenciesMeta[name].optional);
  expect(optional).toEqual(['@photostructure/sqlite', 'mysql2', 'pg']);
  expect(optional).toHaveLength(Object.keys(peerDependencies).length);
});
