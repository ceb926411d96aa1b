import { changesOf, type NodeChange } from '@diorama/shared/scene/diff.ts';
import type { SceneDocument } from '@diorama/shared/scene/document.ts';
import { isSameJson } from '@diorama/shared/scene/json.ts';
import type { SceneChange } from '@diorama/shared/scene/scene-change.ts';

/** Description of a history step: kind of change, number of nodes, and name of the first. */
export type HistoryStep = {
  did: 'added' | 'removed' | 'restored' | NodeChange | 'style' | 'scene';
  count: number;
  name: string;
  /** Changed part of the scene itself, if there is only one. */
  part?: ScenePartName;
};

/** Part of the scene that can change alone, or the new unit of lengths. */
type ScenePartName =
  | 'sky'
  | 'background'
  | 'ground'
  | 'fog'
  | 'light'
  | 'effects'
  | 'openingView'
  | 'tour'
  | 'options'
  | 'interactions'
  | 'timelines'
  | 'translations'
  | `unit.${SceneDocument['unit']}`;

/** Describes an edit by the nodes that it touched. */
export function describeStep(before: SceneDocument, after: SceneDocument, change: SceneChange): HistoryStep {
  const ids = [...change.nodes];
  const added = ids.filter((id) => !before.nodes[id] && after.nodes[id]);
  const removed = ids.filter((id) => before.nodes[id] && !after.nodes[id]);
  if (added.length > 0) {
    return { did: 'added', count: added.length, name: nameIn(after, added) };
  }
  if (removed.length > 0) {
    return { did: 'removed', count: removed.length, name: nameIn(before, removed) };
  }
  const changed = ids.flatMap((id) => {
    const [earlier, later] = [before.nodes[id], after.nodes[id]];
    const [what] = earlier && later ? changesOf(earlier, later, new Set()) : [];
    return what ? [{ id, what }] : [];
  });
  const [first] = changed;
  if (first) {
    return { did: first.what, count: changed.length, name: nameIn(after, [first.id]) };
  }
  if (change.options.size > 0 || change.choices.size > 0) {
    return { did: 'scene', count: 1, name: '', part: 'options' };
  }
  if (change.states.size > 0 || change.interactions.size > 0 || change.motions.size > 0) {
    return { did: 'scene', count: 1, name: '', part: 'interactions' };
  }
  if (change.timelines.size > 0 || change.keys.size > 0) {
    return { did: 'scene', count: 1, name: '', part: 'timelines' };
  }
  if (change.translations.size > 0) {
    return { did: 'scene', count: 1, name: '', part: 'translations' };
  }
  const [material] = change.materials;
  return material === undefined
    ? sceneStep(before, after)
    : { did: 'style', count: 1, name: (after.materials[material] ?? before.materials[material])?.name ?? '' };
}

function sceneStep(before: SceneDocument, after: SceneDocument): HistoryStep {
  const [a, b] = [before.environment, after.environment];
  const differs = (first: unknown, second: unknown) => !isSameJson(first, second);
  const found: [ScenePartName, boolean][] = [
    ['sky', differs([a.hdri, a.rotation], [b.hdri, b.rotation])],
    ['background', differs(a.background, b.background)],
    ['ground', differs(a.ground, b.ground)],
    ['fog', differs(a.fog, b.fog)],
    ['light', differs([a.intensity, a.exposure, a.sunShadow], [b.intensity, b.exposure, b.sunShadow])],
    ['effects', differs(before.effects, after.effects)],
    ['openingView', differs(before.camera, after.camera)],
    ['tour', differs(before.tour, after.tour)],
    [`unit.${after.unit}`, before.unit !== after.unit],
  ];
  const [first, ...others] = found.filter(([, isChanged]) => isChanged);
  const step: HistoryStep = { did: 'scene', count: 1, name: '' };
  return first && others.length === 0 ? { ...step, part: first[0] } : step;
}

function nameIn({ nodes }: SceneDocument, ids: readonly string[]): string {
  const outermost = ids.find((id) => !ids.includes(nodes[id]?.parent ?? '')) ?? ids[0];
  return outermost === undefined ? '' : (nodes[outermost]?.name ?? '');
}
