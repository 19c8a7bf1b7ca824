import * as contracts from '@scheduler/contracts';
import * as core from '@scheduler/core';
import * as memory from '@scheduler/memory';
import * as testing from '@scheduler/testing';

it.each(Object.entries({ contracts, core, memory, testing }))(
  'loads %s from its sources, without a default export',
  (_name, module) => {
    expect(module).not.toHaveProperty('default');
  },
);
