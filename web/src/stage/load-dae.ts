import type { Object3D } from 'three';
import { ColladaLoader } from 'three/addons/loaders/ColladaLoader.js';
import { countCopies } from './count-copies.ts';
import type { FileSet } from './file-set.ts';
import { readXml } from './read-xml.ts';
import { RefusedError } from './refused-error.ts';

const ROOT = 'scene';

/**
 * Opens Collada; the loader heeds its unit and its upper axis.
 * @throws {@link RefusedError} for texts that are no Collada, or would become too much.
 */
export function loadDae(text: string, files: FileSet): Object3D {
  assertBounded(readXml(text));
  const collada = new ColladaLoader(files.manager).parse(text, '');
  if (!collada) {
    throw new RefusedError('The file is damaged, or no DAE file that can be read.');
  }
  const { scene } = collada;
  // A unit of nothing would leave nothing.
  if (!(scene.scale.x > 0 && Number.isFinite(scene.scale.x))) {
    scene.scale.setScalar(1);
  }
  return scene;
}

function assertBounded(xml: Document): void {
  const parts = new Map<string, string[]>([[ROOT, []]]);
  for (const instance of xml.querySelectorAll('instance_node, instance_visual_scene')) {
    const named = (instance.getAttribute('url') ?? '').replace('#', '');
    // A node holds what its inner nodes name as well.
    const holder = instance.closest('library_nodes > node[id], visual_scene[id]')?.id ?? ROOT;
    parts.set(holder, [...(parts.get(holder) ?? []), named]);
  }
  countCopies(parts, [ROOT, ...parts.keys()]);
}
