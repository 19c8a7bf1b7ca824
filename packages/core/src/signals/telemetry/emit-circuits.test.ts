import { TELEMETRY_CHANNELS } from '@scheduler/contracts';
import { closedCircuit } from '@scheduler/contracts/adapter';
import { claimedExecution } from '../../test-support/samples.js';
import { telemetry } from './telemetry.js';
import { emitCircuitChange, emitCircuitReject } from './emit-circuits.js';

it('tells changes of circuits, trips and rejections (F167)', () => {
  const heard: [string, unknown][] = [];
  const leave = telemetry.subscribeMany(
    TELEMETRY_CHANNELS,
    (message, name) => void heard.push([name, message]),
  );
  const circuit = { ...closedCircuit('mails'), failures: 5, error: 'refused' };
  emitCircuitChange('closed', circuit);
  emitCircuitChange('closed', { ...circuit, state: 'open' });
  emitCircuitChange('open', { ...circuit, state: 'half_open' });
  emitCircuitReject('mails', [claimedExecution()]);
  leave();
  const error = { name: 'Error', message: 'refused', code: null };
  expect(heard).toEqual([
    ['scheduler:circuit:state_change', { circuit: 'mails', from: 'closed', to: 'open' }],
    ['scheduler:circuit:trip', { circuit: 'mails', failureCount: 5, error }],
    ['scheduler:circuit:state_change', { circuit: 'mails', from: 'open', to: 'half_open' }],
    ['scheduler:circuit:reject', { circuit: 'mails', executionId: 'execution-1', type: 'export_report' }],
  ]);
});
