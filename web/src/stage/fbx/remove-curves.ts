import { type ImportMessage, importMessage } from '@diorama/shared/domain/import-message.ts';
import { Line, LineBasicMaterial, Mesh, type Object3D } from 'three';
import { replaceByPlace } from './hidden-models.ts';

/** Colour of curves, which have none in a file. */
const GREY = 0x808080;

/**
 * Removes curves of a model that has meshes, in place: they are the controls of a rig, or paths.
 * The curves of a file without meshes stay.
 * @returns removed features, for the import's report.
 */
export function removeCurves(root: Object3D): ImportMessage[] {
  const curves: Line[] = [];
  let hasMesh = false;
  root.traverse((object) => {
    hasMesh ||= object instanceof Mesh;
    if (object instanceof Line) {
      curves.push(object);
    }
  });
  for (const curve of curves) {
    if (hasMesh) {
      replaceByPlace(curve);
    } else {
      curve.material = new LineBasicMaterial({ color: GREY });
    }
  }
  return hasMesh && curves.length > 0 ? [importMessage('fbx.curves', { count: curves.length })] : [];
}
