import { readItem, storeItem } from '../browser-storage.ts';

/** Unsent texts by thread; `new` is for a new one. */
type Unsent = Record<string, string>;

const NEW = 'new';

/** Unsent text of a thread, or of a new one; empty if there is none. */
export function readDraft(uuid: string, parent: string | null): string {
  return read(uuid)[parent ?? NEW] ?? '';
}

/** Stores an unsent text for the life of this tab, or only in its field without storage; an empty one is removed. */
export function storeDraft(uuid: string, parent: string | null, text: string): void {
  const { [parent ?? NEW]: _, ...others } = read(uuid);
  const unsent = text === '' ? others : { ...others, [parent ?? NEW]: text };
  storeItem('sessionStorage', keyOf(uuid), JSON.stringify(unsent));
}

/** All unsent texts about a scene. */
export function listDrafts(uuid: string): string[] {
  return Object.values(read(uuid)).filter((text) => text.trim() !== '');
}

function read(uuid: string): Unsent {
  return JSON.parse(readItem('sessionStorage', keyOf(uuid)) ?? '{}');
}

function keyOf(uuid: string): string {
  return `diorama.unsent.${uuid}`;
}
