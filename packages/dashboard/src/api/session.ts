import { signal } from '@preact/signals';
import type { Session } from '@scheduler/client';
import { api, signedOut } from './client.js';
import { storeToken } from './token.js';

/** Who is signed in. Null: nobody yet. */
export const session = signal<Session | null>(null);

/** Asks who one is. Throws if nobody, or if the server does not answer. */
export async function loadSession(): Promise<void> {
  session.value = await api.session.get();
  signedOut.value = false;
}

export async function signIn(token: string): Promise<void> {
  storeToken(token);
  try {
    await loadSession();
  } catch (error) {
    storeToken(null);
    throw error;
  }
}

export function signOut(): void {
  storeToken(null);
  session.value = null;
  signedOut.value = true;
}

/** Whether one may do something here. What one may not is not offered; the server refuses it anyway. */
export function may(permission: Session['permissions'][number]): boolean {
  const current = session.value;
  if (current === null || !current.permissions.includes(permission)) return false;
  return !current.read_only || permission.endsWith(':read');
}

/** Whether one sees what all tenants share: queues, nodes, the plan. */
export function seesAllTenants(): boolean {
  return session.value?.platform_id === null;
}
