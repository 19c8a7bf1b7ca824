export interface JitterRequest {
  readonly jobId: string;
  /** The nominal instant of the occurrence. */
  readonly at: Date;
  readonly maxMs: number;
}

/** How many milliseconds after its nominal instant an occurrence runs, from 0 to `maxMs`. The same on every node and after a restart. */
export function jitterOf({ jobId, at, maxMs }: JitterRequest): number {
  if (maxMs <= 0) return 0;
  const seconds = Math.floor(at.getTime() / 1_000);
  const share = mixed(hashOf(jobId) ^ mixed(seconds | 0)) / 2 ** 32;
  return Math.floor(share * (maxMs + 1));
}

/** FNV-1a */
function hashOf(text: string): number {
  let hash = 0x811c9dc5;
  for (let index = 0; index < text.length; index += 1)
    hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193);
  return hash;
}

/** The finaliser of MurmurHash3, which spreads neighbouring values. */
function mixed(value: number): number {
  let hash = value;
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return (hash ^ (hash >>> 16)) >>> 0;
}
