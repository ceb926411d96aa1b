import { type ImportMessage, importMessage } from '@diorama/shared/domain/import-message.ts';
import { leftOutViews } from '@diorama/shared/domain/report-lines.ts';
import type { Document } from '@gltf-transform/core';
import { KHRLightsPunctual } from '@gltf-transform/extensions';
import { shownNodes } from '../output/measure.ts';
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

/**
 * Removes cameras and lights, in place: scenes have their own. Their nodes stay, as others may hang on them.
 * @returns lines for the import's report.
 */
export function leaveOutViews(document: Document): ImportMessage[] {
  const root = document.getRoot();
  const nodes = [...shownNodes(document)];
  const cameras = nodes.filter((node) => node.getCamera() !== null).length;
  const name = KHRLightsPunctual.EXTENSION_NAME;
  const lights = nodes.filter((node) => node.getExtension(name) !== null).length;
  for (const camera of root.listCameras()) {
    camera.dispose();
  }
  document.disposeExtension(name);
  return leftOutViews({ cameras, lights });
}
