import { expect, it, vi } from 'vitest';
import { LocalCopy } from './local-copy.ts';

/** Persistence whose database is an event target, opened or refused by the test. */
function createCopy(canOpen = async () => true) {
  const opening = Promise.withResolvers<EventTarget>();
  const db = new EventTarget();
  const heard = new Map<string, () => void>();
  const destroy = vi.fn(async () => undefined);
  const onRead = vi.fn();
  const onBroken = vi.fn();
  const persistence = {
    _db: opening.promise as Promise<IDBDatabase>,
    once: (name: 'synced' | 'broken', listener: () => void) => heard.set(name, listener),
    destroy,
  };
  const open = vi.fn(() => persistence);
  const copy = new LocalCopy({ canOpen, open }, { onRead, onBroken });
  const opened = () => expect.poll(() => open).toHaveBeenCalledTimes(1);
  const tell = (name: 'synced' | 'broken') => heard.get(name)?.();
  return { copy, db, open, opened, opening, destroy, onRead, onBroken, tell, sync: () => tell('synced') };
}

it('the local copy reports when it has been read', async () => {
  const { copy, opened, sync, onRead, onBroken } = createCopy();
  await opened();
  sync();
  expect(onRead).toHaveBeenCalledTimes(1);
  expect(onBroken).not.toHaveBeenCalled();
  expect(copy.isOver).toBe(false);
});

it.each(['error', 'abort', 'close', 'versionchange'])(
  'the local copy ends at the first %s event of its database',
  async (name) => {
    const { copy, db, opened, opening, destroy, onBroken } = createCopy();
    await opened();
    opening.resolve(db);
    await opening.promise;
    db.dispatchEvent(new Event(name));
    db.dispatchEvent(new Event('abort'));
    expect(onBroken).toHaveBeenCalledTimes(1);
    expect(destroy).toHaveBeenCalledTimes(1);
    expect(copy.isOver).toBe(true);
  },
);

it('the local copy ends when an edit cannot be stored', async () => {
  const { copy, opened, destroy, onBroken, tell } = createCopy();
  await opened();
  tell('broken');
  expect(onBroken).toHaveBeenCalledTimes(1);
  expect(destroy).toHaveBeenCalledTimes(1);
  expect(copy.isOver).toBe(true);
});

it('the local copy ends without opening a database when IndexedDB is unavailable', async () => {
  const { copy, open, onBroken } = createCopy(async () => false);
  await expect.poll(() => onBroken).toHaveBeenCalledTimes(1);
  expect(open).not.toHaveBeenCalled();
  expect(copy.isOver).toBe(true);
});

it('the local copy opens nothing after its disposal', async () => {
  const can = Promise.withResolvers<boolean>();
  const { copy, open, onBroken } = createCopy(() => can.promise);
  copy.dispose();
  can.resolve(true);
  await can.promise;
  expect(open).not.toHaveBeenCalled();
  expect(onBroken).not.toHaveBeenCalled();
});

it('the local copy ends when opening its database fails', async () => {
  const { opening, onBroken } = createCopy();
  opening.reject(new Error('forbidden'));
  await expect.poll(() => onBroken).toHaveBeenCalledTimes(1);
});

it('the local copy reports nothing after its disposal', async () => {
  const { copy, db, opened, opening, sync, onRead, onBroken } = createCopy();
  await opened();
  opening.resolve(db);
  await opening.promise;
  copy.dispose();
  db.dispatchEvent(new Event('close'));
  sync();
  expect(onBroken).not.toHaveBeenCalled();
  expect(onRead).not.toHaveBeenCalled();
});
