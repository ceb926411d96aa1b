import type { ImportFile } from './import-set.ts';

/** Files that were dropped before their scene existed, by scene. */
const waiting = new Map<string, readonly ImportFile[]>();

/** Stores files until the editor of a scene takes them; they do not survive a reload. */
export function queueFiles(sceneId: string, files: readonly ImportFile[]): void {
  waiting.set(sceneId, files);
}

/** Removes and returns the files for a scene. */
export function takeQueuedFiles(sceneId: string): readonly ImportFile[] {
  const files = waiting.get(sceneId) ?? [];
  waiting.delete(sceneId);
  return files;
}
