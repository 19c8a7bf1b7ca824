import { setTimeout as sleep } from 'node:timers/promises';
import { connect } from '../connect/connect.js';

/** Holds the write lock of a file for a while. Arguments: the URL, a table, milliseconds. */
async function main([url = '', table = '', heldMs = '']: readonly string[]): Promise<void> {
  const { knex, pools } = connect(url);
  await knex.transaction(async (transaction) => {
    await transaction(table).update({ epoch: 0 });
    process.send?.('locked');
    await sleep(Number(heldMs));
  });
  process.send?.('released');
  await pools.close();
}

void main(process.argv.slice(2)).then(() => process.disconnect());
