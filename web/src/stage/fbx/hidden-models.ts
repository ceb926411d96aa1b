import { type ImportMessage, importMessage } from '@diorama/shared/domain/import-message.ts';
import { Group, Line, Mesh, Object3D, Points } from 'three';
import { type FbxGraph, linksOf, objectsOf, propertyOf } from './fbx-graph.ts';
import { textAt } from './fbx-node.ts';

/** Ids of models that are not rendered, by reason. */
export type HiddenModels = { hidden: ReadonlySet<number>; lowerLevels: ReadonlySet<number> };

/** Finds models that their file hides, and all but the highest level of detail in each group. */
export function findHiddenModels(graph: FbxGraph): HiddenModels {
  const models = objectsOf(graph, 'Model');
  const hidden = new Set<number>();
  const lowerLevels = new Set<number>();
  const levels = new Map<number, number>();
  for (const [id, model] of models) {
    if (propertyOf(model, 'Visibility')?.[0] === 0) {
      hidden.add(id);
    }
  }
  for (const { from, to } of linksOf(graph)) {
    const parent = models.get(to);
    if (models.has(from) && parent && textAt(parent, 2) === 'LodGroup') {
      const level = levels.get(to) ?? 0;
      levels.set(to, level + 1);
      if (level > 0) {
        lowerLevels.add(from);
      }
    }
  }
  return { hidden, lowerLevels };
}

/**
 * Removes meshes of hidden models and their children. Their nodes stay, as bones and animations may refer to them.
 * @returns removed features, one line per kind, for the import's report.
 */
export function removeHiddenModels(root: Object3D, { hidden, lowerLevels }: HiddenModels): ImportMessage[] {
  const counts = { hidden: 0, lower: 0 };
  const visit = (object: Object3D, reason: 'hidden' | 'lower' | null) => {
    const id = 'ID' in object ? Number(object.ID) : Number.NaN;
    const own = reason ?? (hidden.has(id) ? 'hidden' : lowerLevels.has(id) ? 'lower' : null);
    for (const child of [...object.children]) {
      visit(child, own);
    }
    if (own && (object instanceof Mesh || object instanceof Line || object instanceof Points)) {
      counts[own] += 1;
      replaceByPlace(object);
    }
  };
  visit(root, null);
  return [
    ...(counts.hidden > 0 ? [importMessage('lost.hidden-parts', { count: counts.hidden })] : []),
    ...(counts.lower > 0 ? [importMessage('fbx.levels-of-detail', { count: counts.lower })] : []),
  ];
}

/** Puts an empty node in the place of an object, whose children stay. */
export function replaceByPlace(object: Object3D): void {
  const place = new Group();
  Object3D.prototype.copy.call(place, object, false);
  place.add(...object.children);
  const { parent } = object;
  if (parent) {
    parent.children[parent.children.indexOf(object)] = place;
    place.parent = parent;
    object.parent = null;
  }
}
