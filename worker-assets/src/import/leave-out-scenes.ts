import { type ImportMessage, importMessage } from '@diorama/shared/domain/import-message.ts';
import type { Document } from '@gltf-transform/core';
import { removeExtraScenes } from './repair-scene.ts';

/**
 * Removes all scenes of a file but the one that it shows first, in place.
 * @returns lines for the import's report: scenes that show a mesh which is in no other.
 */
export function leaveOutScenes(document: Document): ImportMessage[] {
  const root = document.getRoot();
  const others = new Map(
    root.listScenes().map((scene) => {
      const meshes = new Set<unknown>();
      scene.traverse((node) => meshes.add(node.getMesh() && node));
      meshes.delete(null);
      return [scene, meshes] as const;
    }),
  );
  removeExtraScenes(document);
  const kept = root.getDefaultScene();
  const shown = kept ? others.get(kept) : undefined;
  return [...others].flatMap(([scene, nodes]) => {
    const isLost = scene !== kept && [...nodes].some((node) => !shown?.has(node));
    return isLost ? [sceneLine(scene.getName())] : [];
  });
}

function sceneLine(name: string): ImportMessage {
  return name === ''
    ? importMessage('gltf.further-scene')
    : importMessage('gltf.further-scene-named', { name: name.slice(0, 100) });
}
