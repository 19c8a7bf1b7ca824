import { sampleJob } from '../test-support/samples.js';
import { decide } from './decide.js';

const active = sampleJob({ status: 'active' });
const ended = sampleJob({ status: 'cancelled' });

it.each([
  ['inserts a job that is not stored', null, false, { kind: 'insert', ended: null }],
  ['changes a stored job whose definition is another', active, false, { kind: 'change', job: active }],
  [
    'leaves a stored job alone while its definition is the same',
    active,
    true,
    { kind: 'leave', job: active },
  ],
  ['inserts anew after a job that has ended', ended, false, { kind: 'insert', ended }],
  ['leaves a job ended while its definition is the same', ended, true, { kind: 'leave', job: ended }],
])('%s', (_, stored, isUnchanged, decision) => {
  expect(decide(stored, () => isUnchanged)).toEqual(decision);
});
