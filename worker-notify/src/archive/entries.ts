import { ObjectMissingError, type ObjectStore } from '@diorama/shared/server/objects/store.ts';
import type { ZipEntry } from './zip-stream.ts';

/** A JSON file of an archive, readable by people. */
export function jsonEntry(name: string, value: unknown): ZipEntry {
  return { name, content: Buffer.from(`${JSON.stringify(value, null, 2)}\n`) };
}

/** Content of a stored object; null where the store has lost it. */
export async function openObject(store: ObjectStore, key: string): Promise<AsyncIterable<Uint8Array> | null> {
  try {
    return (await store.get(key)).stream;
  } catch (error) {
    if (error instanceof ObjectMissingError) {
      return null;
    }
    throw error;
  }
}
