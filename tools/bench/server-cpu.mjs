import { readdirSync, readFileSync } from 'node:fs';

// Linux reports processor time in ticks of 10 ms, on every architecture that Node.js runs on.
const MICROS_PER_TICK = 10_000;

/**
 * The microseconds of processor time that a server has used so far, with its running children (PostgreSQL has one for each
 * connection) and those that have ended. Undefined if it is not known: for a server of the user, or on another system.
 */
export function serverCpuMicros(pid) {
  if (pid === undefined || process.platform !== 'linux') return undefined;
  const server = readStat(pid);
  if (!server) return undefined;
  const children = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(readStat)
    .filter((stat) => stat?.parent === Number(pid));
  const ticks = [server, ...children].reduce((sum, stat) => sum + stat.own, server.ended);
  return ticks * MICROS_PER_TICK;
}

function readStat(pid) {
  try {
    // The fields are counted after the name of the program, which is in parentheses and may contain blanks.
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
    const [utime, stime, cutime, cstime] = fields.slice(11, 15).map(Number);
    return { parent: Number(fields[1]), own: utime + stime, ended: cutime + cstime };
  } catch {
    return undefined;
  }
}
