import { readJoinedParts } from '@diorama/shared/domain/joined-parts.ts';
import type { SceneNodes } from '../../scene/scene-nodes.ts';
import type { FilePart } from '../scene-queries.ts';

/**
 * Returns a function that lists the parts of a node's file: its meshes, including merged ones. Cached per
 * file, as the outliner reads them at each scene change.
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
