import {
  isCyclic,
  type LibraryLink,
  linkedComponents,
} from '@diorama/shared/scene/copies/component-closure.ts';
import {
  type ComponentContent,
  isChangedSince,
  type SavedComponent,
  toLibrary,
} from '@diorama/shared/scene/copies/library-component.ts';
import { type ComponentVersion, placeComponent } from '@diorama/shared/scene/copies/place-component.ts';
import { MAX_NODES, TABLE_LIMITS } from '@diorama/shared/scene/defaults.ts';
import type { SceneDocument } from '@diorama/shared/scene/document.ts';
import { fileOf } from '@diorama/shared/scene/nodes/kinds.ts';
import { addNode, updateNode } from '@diorama/shared/scene/ops.ts';
import { noChange, ROW_TABLES, TABLE_NAMES } from '@diorama/shared/scene/scene-change.ts';
import { applyChange } from '@diorama/shared/scene/ydoc.ts';
import { Vector3 } from 'three';
import type { ScreenPoint } from '../../../managers/camera.ts';
import type { SceneReader, SceneWriter, Selecting, ViewedScene } from '../../../parts.ts';
import { createNamer } from '../../../queries/names.ts';
import { placeInView, revealNode } from '../../../queries/place-in-view.ts';
import { dropPlacementAt, footOf, placeFoot, UNKNOWN_SIZE } from '../../../queries/placement.ts';

/** The content of a component for a library, with the ids that differ from their keys. */
export function contentOf({ scene }: SceneReader, component: string): SavedComponent {
  return toLibrary(scene.shared.value, component);
}

/**
 * Number of models in a component without a file to show: it has not arrived, or cannot be used.
 * @param hasFailed - whether the conversion of an asset failed
 */
export function countMissingFiles(
  editor: SceneReader,
  component: string,
  hasFailed: (iri: string) => boolean,
): number {
  const { nodes } = contentOf(editor, component).content;
  const assets = Object.values(nodes).map((node) => fileOf(node)?.asset);
  return assets.filter((iri) => iri === null || (iri !== undefined && hasFailed(iri))).length;
}

/** Records the library version that a component was just saved as. Undo does not forget it. */
export function linkComponent(editor: SceneWriter, component: string, library: LibraryLink): void {
  if (editor.scene.shared.value.nodes[component]) {
    // The link belongs to the component, not to a recorded choice.
    editor.recording.stop();
    editor.amend(() => updateNode<'component'>(editor.ydoc, component, { props: { library } }));
  }
}

/** Whether the component of an item was changed in this scene since a version. */
export function isChangedHere({ scene }: SceneReader, item: string, base: ComponentContent): boolean {
  const document = scene.shared.value;
  const component = linkedComponents(document.nodes).get(item);
  return component !== undefined && isChangedSince(document, component, base);
}

/** Result of an update: the number of overrides that no longer apply, or the reason why nothing was changed. */
export type UpdateOutcome = { kind: 'done'; lost: number } | { kind: 'cyclic' | 'full' };

/** Replaces components by other versions, in one history step; components that were removed stay away. */
export function updateComponents(editor: SceneWriter, versions: readonly ComponentVersion[]): UpdateOutcome {
  const before = editor.scene.shared.value;
  let after = before;
  let lost = 0;
  const updated: string[] = [];
  for (const version of versions) {
    const isHere = linkedComponents(after.nodes).has(version.item);
    const placed = isHere ? placeComponent(after, version) : null;
    if (placed) {
      after = placed.document;
      lost += placed.lost;
      updated.push(placed.component);
    }
  }
  if (updated.some((component) => isCyclic(after.nodes, component))) {
    return { kind: 'cyclic' };
  }
  if (isFull(after)) {
    return { kind: 'full' };
  }
  editor.recording.stop();
  editor.scene.editWithin(null);
  editor.edit(() => applyDifference(editor, before, after));
  return { kind: 'done', lost };
}

/** Result of an insertion. */
export type ComponentInsertOutcome = 'done' | 'cyclic' | 'full' | 'gone' | 'readOnly';

/**
 * Places an instance of a library's component, which comes along if the scene does not have it, in one history step.
 * @param at - in CSS pixels of the viewport; null for the middle of the view
 */
export function insertComponent(
  editor: SceneWriter & Selecting & ViewedScene,
  version: ComponentVersion,
  at: ScreenPoint | null,
): ComponentInsertOutcome {
  if (editor.isReadOnly.value) {
    return 'readOnly';
  }
  const before = editor.scene.shared.value;
  const present = linkedComponents(before.nodes).get(version.item);
  const placed = present === undefined ? placeComponent(before, version) : null;
  const component = present ?? placed?.component;
  if (component === undefined) {
    return 'gone';
  }
  const after = placed?.document ?? before;
  if (placed?.isCyclic) {
    return 'cyclic';
  }
  if (isFull(after)) {
    return 'full';
  }
  const place = at === null ? null : dropPlacementAt(editor, at);
  const point = place?.point ?? placeInView(editor, UNKNOWN_SIZE.clone()).foot;
  const name = createNamer(editor)(after.nodes[component]?.name ?? '');
  editor.recording.stop();
  editor.scene.editWithin(null);
  const id = editor.edit(() => {
    applyDifference(editor, before, after);
    return addNode<'instance'>(editor.ydoc, {
      kind: 'instance',
      name,
      position: point.toArray(),
      props: { component, values: {} },
    });
  });
  editor.selection.set([id]);
  const box = editor.queries?.boundsOf([id]);
  if (box && !box.isEmpty()) {
    // The size is known once it is drawn.
    const without = place?.on == null ? [id] : [id, place.on];
    const foot = placeFoot(editor, { size: box.getSize(new Vector3()), at: point, without });
    const shift = foot.sub(footOf(box));
    editor.amend(() => updateNode(editor.ydoc, id, { position: shift.clone().add(point).toArray() }));
    if (at === null) {
      revealNode(editor, id, box.translate(shift));
    }
  }
  return 'done';
}

/** Whether a scene has no room for another instance, or has too many rows in a table. */
function isFull(document: SceneDocument): boolean {
  return (
    Object.keys(document.nodes).length >= MAX_NODES ||
    TABLE_NAMES.some((table) => Object.keys(document[table]).length > TABLE_LIMITS[table])
  );
}

function applyDifference(editor: SceneWriter, before: SceneDocument, after: SceneDocument): void {
  const change = { ...noChange(), scene: false };
  for (const table of ROW_TABLES) {
    for (const id of new Set([...Object.keys(before[table]), ...Object.keys(after[table])])) {
      if (before[table][id] !== after[table][id]) {
        change[table].add(id);
      }
    }
  }
  applyChange(editor.ydoc, after, change);
}
