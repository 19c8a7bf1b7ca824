import type { ThreadHandle } from '@scheduler/contracts';

/** Keeps a processor busy for a while, and looks at its signal now and then. */
export const handle: ThreadHandle<{ below: number }> = ({ payload: { below } }, { signal, progress }) => {
  let primes = 0;
  for (let number = 2; number < below; number += 1) {
    if (isPrime(number)) primes += 1;
    if (number % 10_000 === 0) {
      signal.throwIfAborted();
      progress(number, below);
    }
  }
  return { primes };
};

function isPrime(number: number): boolean {
  for (let divisor = 2; divisor * divisor <= number; divisor += 1) if (number % divisor === 0) return false;
  return true;
}
