import { type Execution, jobType } from '@scheduler/contracts';
import { sampleExecution } from '../../test-support/samples.js';
import { ForeignTypes } from './foreign-types.js';

const of = (type: string): Execution => sampleExecution({ type: jobType(type) });

describe('the types that a node has no handler for', () => {
  it('are learnt from claims', () => {
    const types = new ForeignTypes({ supports: (type) => type === 'mail' });
    const [mail, fax, letter] = [of('mail'), of('fax'), of('letter')];
    expect(types.among([mail])).toEqual([]);
    expect(types.all).toEqual([]);
    expect(types.among([mail, fax, mail, letter, fax])).toEqual([fax, letter, fax]);
    expect(types.all).toEqual(['fax', 'letter']);
    expect(types.among([letter])).toEqual([letter]);
    expect(types.all).toEqual(['fax', 'letter']);
  });

  it('are forgotten as soon as a handler for them is there', () => {
    const supported = new Set(['mail']);
    const types = new ForeignTypes({ supports: (type) => supported.has(type) });
    types.among([of('fax'), of('letter')]);
    supported.add('fax');
    expect(types.all).toEqual(['letter']);
    expect(types.among([of('fax')])).toEqual([]);
  });
});
