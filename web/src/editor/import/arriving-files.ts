import type { ImportFile } from './import-set.ts';

/** Files that were dropped on a page before there was a scene to import them into, by scene. */
const waiting = new Map<string, readonly ImportFile[]>();

/** Keeps files until the editor of a scene asks for them; they do not survive a reload. */
export function leaveFiles(sceneId: string, files: readonly ImportFile[]): void {
  waiting.set(sceneId, files);
}

/** The files that wait for a scene, once. */
export function takeFiles(sceneId: string): readonly ImportFile[] {
  const files = waiting.get(sceneId) ?? [];
  waiting.delete(sceneId);
  return files;
}
