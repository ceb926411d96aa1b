import { readJoinedParts } from '@diorama/shared/domain/joined-parts.ts';
import type { SceneNodes } from '../../scene/scene-nodes.ts';
import type { FilePart } from '../probe.ts';

/**
 * Tells the parts of the file that a node shows: its meshes, and what is drawn as one with others. Put together once a
 * file, as the outliner asks at every change of the scene.
 */
export function createFileParts(nodes: SceneNodes): (id: string) => readonly FilePart[] {
  const known = new WeakMap<object, readonly FilePart[]>();
  return (id) => {
    const drawn = nodes.filePartsOf(id);
    const extras = nodes.extrasOf(id);
    const joined = extras && (known.get(extras) ?? readJoinedParts(extras));
    if (!extras || !joined || joined.length === 0) {
      return drawn;
    }
    const all = known.get(extras) ?? [...drawn, ...joined];
    known.set(extras, all);
    return all;
  };
}
