import { describeOutput } from './describe-output.js';

describe('describeOutput', () => {
  it.each([
    [null, ''],
    ['done', 'done'],
    [3, '3'],
    [{ rows: 60, file: '/data/reports/sales.csv' }, 'rows=60 file=reports/sales.csv'],
    [{ subject: 'Welcome aboard', deleted: { reports: 1 } }, 'subject="Welcome aboard" deleted=(reports=1)'],
    [{ list: [1, 2] }, 'list=[1,2]'],
  ])('describes %j as %j', (output, text) => {
    expect(describeOutput(output, '/data')).toBe(text);
  });

  it('keeps to one line', () => {
    expect(describeOutput({ text: 'x'.repeat(500) }, '/data')).toHaveLength(140);
  });
});
