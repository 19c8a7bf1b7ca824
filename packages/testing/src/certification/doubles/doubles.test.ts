import { recordingEffect } from './recording-effect.js';
import { recordingService } from './recording-service.js';
import { recordingTable, StaleFence } from './recording-table.js';

describe('recordingTable', () => {
  it('refuses a write with a lower fence than the row has seen, in a transaction too', async () => {
    const table = recordingTable<number>();
    await table.put('a', 1, { fence: 2 });
    await expect(table.put('a', 2, { fence: 1 })).rejects.toThrow(
      'the row "a" was written with fence 2; a write with fence 1 is refused',
    );
    await expect(
      table.transaction((transaction) => transaction.put('a', 2, { fence: 1 })),
    ).rejects.toBeInstanceOf(StaleFence);
    await table.put('a', 3, { fence: 2 });
    await table.put('a', 4);
    await expect(table.put('a', 5, { fence: 1 })).rejects.toBeInstanceOf(StaleFence);
    expect(table.effects()).toEqual([{ key: 'a', row: 4 }]);
  });

  it('applies a transaction as a whole or not at all', async () => {
    const table = recordingTable({ a: 1 });
    const failing = table.transaction(async (transaction) => {
      await transaction.put('a', 2);
      await transaction.insert(3);
      expect(await transaction.get('a')).toBe(2);
      expect(await table.get('a')).toBe(1);
      throw new Error('rolled back');
    });
    await expect(failing).rejects.toThrow('rolled back');
    expect(table.effects()).toEqual([{ key: 'a', row: 1 }]);
    await table.transaction(async (transaction) => void (await transaction.insert(3)));
    expect(table.effects()).toEqual([{ key: 'a', row: 1 }, 3]);
  });

  it('refuses the commit of a write that another has overtaken', async () => {
    const table = recordingTable<number>();
    const overtaken = table.transaction(async (transaction) => {
      await transaction.put('a', 1, { fence: 1 });
      await table.put('a', 2, { fence: 2 });
    });
    await expect(overtaken).rejects.toBeInstanceOf(StaleFence);
    expect(await table.get('a')).toBe(2);
  });
});

it('recordingService has one effect for each key and operation', async () => {
  const service = recordingService();
  const first = await service.call('charge', 1, { idempotencyKey: 'k' });
  expect(await service.call('charge', 1, { idempotencyKey: 'k' })).toEqual(first);
  await service.call('refund', 1, { idempotencyKey: 'k' });
  await service.call('charge', 1);
  expect(service.effects().map(({ operation }) => operation)).toEqual(['charge', 'refund', 'charge']);
});

it('recordingEffect records each act as it was', async () => {
  const mails = recordingEffect<{ to: string }>();
  const mail = { to: 'ann' };
  await mails.act(mail);
  mail.to = 'ben';
  await mails.act(mail);
  expect(mails.effects()).toEqual([{ to: 'ann' }, { to: 'ben' }]);
});

it('refuses guards that are none, also from plain JavaScript', async () => {
  const [table, service] = [recordingTable(), recordingService()];
  await expect(table.put('a', 1, { fence: '2' as never })).rejects.toThrow(
    'fence is "2": it must be a whole number',
  );
  await expect(table.put(1 as never, 1)).rejects.toThrow('key is 1: it must be a text');
  await expect(service.call('charge', 1, { idempotencyKey: null as never })).rejects.toThrow(
    'idempotencyKey is null: it must be a text',
  );
});
