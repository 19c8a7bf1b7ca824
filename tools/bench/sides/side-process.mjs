// One contestant in its own process. It receives operations as messages and replies with what it measured.
import * as flows from './flows.mjs';
import * as heap from './heap.mjs';
import * as latencies from './latencies.mjs';
import * as lateness from './lateness.mjs';
import * as operations from './operations.mjs';
import * as ticks from './ticks.mjs';

const known = { ...flows, ...heap, ...operations, ...latencies, ...lateness, ...ticks };
let side;

// The benchmark has ended, so that the result is not needed any more.
process.on('disconnect', () => process.exit(1));
process.on('message', async ({ operation, args }) => {
  try {
    process.send({ result: await perform(operation, args) });
  } catch (error) {
    process.send({ error: error.stack });
  }
});

async function perform(operation, args) {
  if (operation === 'open') {
    const { createSide } = await import(args.module);
    side = await createSide(args.options);
    return {};
  }
  if (operation === 'close') {
    await side?.close();
    return {};
  }
  if (operation === 'end') process.exit();
  return known[operation](side, args);
}
