import { readFileSync } from 'node:fs';

/**
 * The user and group that servers run as: `nobody` when this process is root, because PostgreSQL refuses to run as
 * root and the others should not; otherwise an empty object, which means the current user.
 */
export function serverUser() {
  if (process.getuid?.() !== 0) return {};
  const nobody = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .map((line) => line.split(':'))
    .find(([name]) => name === 'nobody');
  return nobody ? { uid: Number(nobody[2]), gid: Number(nobody[3]) } : { uid: 65534, gid: 65534 };
}
