import { isForAllNodes, streamOfEvent } from './stream-of-event.js';

const NOTHING_MORE = { mirrorDispatches: false, streamExecutions: false };
const EVERYTHING = { mirrorDispatches: true, streamExecutions: true };

describe('streamOfEvent (F196)', () => {
  it.each([
    // name, stream by default, stream with all options, reaches all nodes
    ['scheduler:job.created', 'events', 'events', true],
    ['scheduler:queue.paused', 'events', 'events', true],
    ['scheduler:execution.cancel_requested', 'events', 'events', true],
    ['order.placed', 'events', 'events', true],
    ['scheduler:execution.started', null, 'events', false],
    ['scheduler:execution.completed', null, 'events', false],
    ['scheduler:execution.failed', null, 'events', false],
    ['scheduler:workflow.started', null, 'events', false],
    ['scheduler:workflow.step_completed', null, 'events', false],
    ['scheduler:job.dispatch', null, 'job.dispatch', false],
  ])('%s', (name, always, asked, reachesAll) => {
    expect(streamOfEvent(name, NOTHING_MORE)).toBe(always);
    expect(streamOfEvent(name, EVERYTHING)).toBe(asked);
    expect(isForAllNodes(name)).toBe(reachesAll);
  });
});
