/** A name that nobody else holds until it is let go. */
export type HeldName = { name: string; release: () => Promise<void> };

/** What this page holds, where the browser cannot ask its other pages. */
const held = new Set<string>();

/** Holds a name that no page of this browser holds: the given one, or that with a number where it is taken. */
export async function holdName(wanted: string): Promise<HeldName> {
  for (let number = 2, name = wanted; ; number += 1) {
    const release = await tryToHold(name);
    if (release) {
      return { name, release };
    }
    name = `${wanted} ${number}`;
  }
}

async function tryToHold(name: string): Promise<HeldName['release'] | null> {
  if (held.has(name)) {
    return null;
  }
  held.add(name);
  // A browser that lends nothing keeps nobody from sending.
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

/** Null where another page has it; a page that goes away lets go of all that it has. */
async function lock(name: string): Promise<HeldName['release'] | null> {
  const { locks } = navigator;
  // Pages that came without encryption are lent none.
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
