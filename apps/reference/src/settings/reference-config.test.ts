import { resolve } from 'node:path';
import { ConfigurationInvalid } from '@scheduler/contracts';
import { readReferenceConfig } from './reference-config.js';

describe('readReferenceConfig', () => {
  it('has defaults inside the application', () => {
    expect(readReferenceConfig({})).toEqual({
      dataDir: resolve(__dirname, '../../var'),
      contentDir: resolve(__dirname, '../../content'),
      sqliteFile: resolve(__dirname, '../../../../.scheduler/scheduler.db'),
      pace: 'demo',
      ticketSlaMs: 172_800_000,
      approvalFromCents: 100_000,
    });
  });

  it('takes its settings from the environment', () => {
    const env = {
      REFERENCE_DATA_DIR: 'some/where',
      REFERENCE_PACE: 'real',
      REFERENCE_TICKET_SLA: '4h',
      REFERENCE_APPROVAL_FROM_CENTS: '0',
    };
    expect(readReferenceConfig(env)).toMatchObject({
      dataDir: resolve('some/where'),
      pace: 'real',
      ticketSlaMs: 14_400_000,
      approvalFromCents: 0,
    });
  });

  it.each([
    [{ REFERENCE_PACE: 'fast' }, 'REFERENCE_PACE: is not a pace, got "fast"; accepted: demo or real'],
    [
      { REFERENCE_TICKET_SLA: 'soon' },
      'REFERENCE_TICKET_SLA: is not a duration, got "soon"; accepted: a duration',
    ],
    [
      { REFERENCE_APPROVAL_FROM_CENTS: '12.50' },
      'REFERENCE_APPROVAL_FROM_CENTS: is not an amount in cents, got "12.50"; accepted: a whole number',
    ],
  ])('names the variable, the value and what is accepted: %j', (env, message) => {
    const read = () => readReferenceConfig(env);
    expect(read).toThrow(ConfigurationInvalid);
    expect(read).toThrow(message);
  });
});
