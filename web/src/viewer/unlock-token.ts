/** For browsers that keep nothing, such as for a frame of another site: until the page goes. */
const unkept = new Map<string, string>();

/** The token of an earlier unlock in this tab; it outlives a sign-up in it. */
export function unlockToken(uuid: string): string | null {
  try {
    return sessionStorage.getItem(keyOf(uuid));
  } catch {
    return unkept.get(uuid) ?? null;
  }
}

/** What calls about a scene carry once this tab has unlocked it. */
export function unlockHeaders(uuid: string): Record<string, string> {
  const token = unlockToken(uuid);
  return token === null ? {} : { authorization: `Bearer ${token}` };
}

/** Keeps the token of a scene for as long as this tab is open. */
export function keepUnlockToken(uuid: string, token: string): void {
  try {
    sessionStorage.setItem(keyOf(uuid), token);
  } catch {
    unkept.set(uuid, token);
  }
}

function keyOf(uuid: string): string {
  return `diorama.unlocked.${uuid}`;
}
