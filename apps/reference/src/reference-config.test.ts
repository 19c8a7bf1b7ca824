import { resolve } from 'node:path';
import { ConfigurationInvalid } from '@scheduler/contracts';
import { readReferenceConfig } from './reference-config.js';

describe('readReferenceConfig', () => {
  it('has defaults inside the application', () => {
    expect(readReferenceConfig({})).toEqual({
      dataDir: resolve(__dirname, '../var'),
      contentDir: resolve(__dirname, '../content'),
      pace: 'demo',
    });
  });

  it('takes the data folder and the pace from the environment', () => {
    expect(readReferenceConfig({ REFERENCE_DATA_DIR: 'some/where', REFERENCE_PACE: 'real' })).toMatchObject({
      dataDir: resolve('some/where'),
      pace: 'real',
    });
  });

  it('names the variable, the value and what is accepted', () => {
    const read = () => readReferenceConfig({ REFERENCE_PACE: 'fast' });
    expect(read).toThrow(ConfigurationInvalid);
    expect(read).toThrow('REFERENCE_PACE: is not a pace, got "fast"; accepted: demo or real');
  });
});
