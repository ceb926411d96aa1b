import { readItem, storeItem } from './browser-storage.ts';

/** Tokens for browsers without storage, such as in a frame of another site: kept until the page unloads. */
const unkept = new Map<string, string>();

/** Token of an earlier unlock in this tab; it survives a sign-up. */
export function unlockToken(uuid: string): string | null {
  return unkept.get(uuid) ?? readItem('sessionStorage', keyOf(uuid));
}

/** Headers of requests about a scene that this tab has unlocked. */
export function unlockHeaders(uuid: string): Record<string, string> {
  const token = unlockToken(uuid);
  return token === null ? {} : { authorization: `Bearer ${token}` };
}

/** Stores the token of a scene for the life of this tab. */
export function storeUnlockToken(uuid: string, token: string): void {
  if (!storeItem('sessionStorage', keyOf(uuid), token)) {
    unkept.set(uuid, token);
  }
}

function keyOf(uuid: string): string {
  return `diorama.unlocked.${uuid}`;
}
