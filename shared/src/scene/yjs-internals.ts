import type * as Y from 'yjs';

// The only file that reads fields of Yjs without a public API. `yjs-internals.test.ts` checks them, and the
// version of Yjs is pinned.

type AnyType = Pick<Y.Map<unknown>, '_item' | '_map' | '_start'>;

/** Key of a type in its parent map; null for a root and for an element of an array. */
export function keyInParent({ _item: item }: Pick<AnyType, '_item'>): string | null {
  return item?.parentSub ?? null;
}

/** Whether a type was removed from its parent. */
export function isRemoved({ _item: item }: Pick<AnyType, '_item'>): boolean {
  return item?.deleted === true;
}

/** Newest item at a key of a map, or the first item of a list where the key is null. */
export function itemAt(type: Pick<AnyType, '_map' | '_start'>, key: string | null): Y.Item | null {
  return (key === null ? type._start : type._map.get(key)) ?? null;
}

/** Items of a map by key, which tests change to write what no client of ours would. */
export function itemsByKey({ _map: items }: Pick<AnyType, '_map'>): Map<string, Y.Item> {
  return items;
}

/** Whether a document has received or made any change. */
export function hasContent({ store }: Y.Doc): boolean {
  return store.clients.size > 0;
}

/** Stored parts of a document from one client in the order of their clocks; undefined for an unknown client. */
export function structsOf({ store }: Y.Doc, client: number): (Y.GC | Y.Item)[] | undefined {
  return store.clients.get(client);
}

/** Updates that wait for others that they depend on. */
export type PendingUpdates = Pick<Y.Doc['store'], 'pendingStructs' | 'pendingDs'>;

export const NOTHING_PENDING: PendingUpdates = { pendingStructs: null, pendingDs: null };

/** Copy of the waiting updates, which Yjs changes in place. */
export function copyPending({ store: { pendingStructs, pendingDs } }: Y.Doc): PendingUpdates {
  const structs = pendingStructs && { ...pendingStructs, missing: new Map(pendingStructs.missing) };
  return { pendingStructs: structs, pendingDs };
}

/** Replaces the waiting updates of a document. */
export function restorePending({ store }: Y.Doc, { pendingStructs, pendingDs }: PendingUpdates): void {
  store.pendingStructs = pendingStructs;
  store.pendingDs = pendingDs;
}

/** Size of waiting updates. */
export function pendingBytes({ pendingStructs, pendingDs }: PendingUpdates): number {
  return (pendingStructs?.update.length ?? 0) + (pendingDs?.length ?? 0);
}
