import { trigger } from '@scheduler/contracts';

/** The bytes of heap that a stored cron schedule takes. */
export async function heapPerSchedule(side, { schedules }) {
  const store = async (count) => {
    for (let number = 0; number < count; number += 1) {
      await side.scheduleAt(trigger.cron(`${number % 60} ${number % 24} * * *`), { number });
    }
  };
  // Patterns and zones, which all schedules share, are created before the measurement.
  await store(2000);
  const before = heapUsed();
  await store(schedules);
  return { bytes: (heapUsed() - before) / schedules };
}

function heapUsed() {
  globalThis.gc();
  globalThis.gc();
  return process.memoryUsage().heapUsed;
}
