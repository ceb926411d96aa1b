import type { ImportMessage } from '@diorama/shared/domain/import-message.ts';
import { leftOutViews } from '@diorama/shared/domain/left-out-views.ts';
import type { Document } from '@gltf-transform/core';
import { KHRLightsPunctual } from '@gltf-transform/extensions';
import { shownNodes } from '../output/measure.ts';

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
