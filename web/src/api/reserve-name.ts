/** A name that no other page holds until `release` is called. */
export type ReservedName = { name: string; release: () => Promise<void> };

/** Names held by this page, for browsers without Web Locks. */
const held = new Set<string>();

/** Reserves a name among all pages of this browser: the given one, or that with a number if it is taken. */
export async function reserveName(wanted: string): Promise<ReservedName> {
  for (let number = 2, name = wanted; ; number += 1) {
    const release = await tryToHold(name);
    if (release) {
      return { name, release };
    }
    name = `${wanted} ${number}`;
  }
}

async function tryToHold(name: string): Promise<ReservedName['release'] | null> {
  if (held.has(name)) {
    return null;
  }
  held.add(name);
  // A browser that refuses locks must not prevent uploads.
  const unlock = await lock(name).catch(() => async () => undefined);
  if (!unlock) {
    held.delete(name);
    return null;
  }
  return async () => {
    await unlock();
    held.delete(name);
  };
}

/** Returns null if another page holds the lock; the browser releases the locks of a closed page. */
async function lock(name: string): Promise<ReservedName['release'] | null> {
  const { locks } = navigator;
  // Pages without HTTPS have no Web Locks.
  if (!locks) {
    return async () => undefined;
  }
  const { promise: isOver, resolve: unlock } = Promise.withResolvers<void>();
  const { promise: isOurs, resolve: answer, reject } = Promise.withResolvers<boolean>();
  const request = locks.request(name, { ifAvailable: true }, async (granted) => {
    answer(granted !== null);
    await (granted && isOver);
  });
  request.catch(reject);
  const release = async () => {
    unlock();
    await request;
  };
  return (await isOurs) ? release : null;
}
