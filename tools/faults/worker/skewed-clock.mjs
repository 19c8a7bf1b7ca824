import { SystemClock } from '@scheduler/core';

/** A wall clock that is wrong and may jump while the process runs. Its monotonic time is right, as on a real machine. */
export class SkewedClock extends SystemClock {
  constructor(skewMs) {
    super();
    this.skewMs = skewMs;
  }

  now() {
    return new Date(Date.now() + this.skewMs);
  }

  jump(byMs) {
    this.skewMs += byMs;
  }
}
