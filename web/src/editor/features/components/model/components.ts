import {
  countDetached,
  detachInstances,
  instancesOf,
  makeComponent,
  pushOverrides,
  removeComponent,
  revertOverrides,
} from '@diorama/shared/scene/copies/components.ts';
import { idWithin, isGeneratedId, storedOwnerOf } from '@diorama/shared/scene/copies/generated-id.ts';
import { writtenId } from '@diorama/shared/scene/copies/write-node.ts';
import { MAX_NODES } from '@diorama/shared/scene/defaults.ts';
import {
  type FieldPlace,
  type FieldValues,
  overrideOf,
  parseFieldPath,
} from '@diorama/shared/scene/field-values.ts';
import { addNode } from '@diorama/shared/scene/ops.ts';
import { Box3, Vector3 } from 'three';
import { hasRoomToDetach } from '../../../commands/selection.ts';
import type { SceneReader, SceneWriter, Selecting, UserInterface, ViewedScene } from '../../../parts.ts';
import { createNamer } from '../../../queries/names.ts';
import { placeInView, revealNode } from '../../../queries/place-in-view.ts';
import { footOf } from '../../../queries/placement.ts';

/** A component of the scene, with its number of instances and the library version that it came from. */
export type SceneComponent = {
  id: string;
  name: string;
  count: number;
  link: { item: string; version: number } | null;
};

/** The components of the stored scene, by name; one pass over the nodes, as each edit repeats it. */
export function sceneComponents({ scene }: SceneReader): SceneComponent[] {
  const found: SceneComponent[] = [];
  const counts = new Map<string, number>();
  for (const [id, node] of Object.entries(scene.shared.value.nodes)) {
    if (node.kind === 'instance' && node.props.component !== null) {
      counts.set(node.props.component, (counts.get(node.props.component) ?? 0) + 1);
    } else if (node.kind === 'component') {
      const { library } = node.props;
      const link = library && { item: library.item, version: library.version };
      found.push({ id, name: node.name, count: 0, link });
    }
  }
  return found
    .map((component) => ({ ...component, count: counts.get(component.id) ?? 0 }))
    .sort((a, b) => a.name.localeCompare(b.name) || a.id.localeCompare(b.id));
}

/** Makes a component of the selection, and selects its instance. */
export function makeComponentOfSelection(editor: SceneWriter & Selecting, name: string): void {
  const ids = editor.selection.outermost.filter((id) => !editor.scene.isLocked(id) && isWritable(editor, id));
  const free = createNamer(editor)(name);
  const made = editor.edit(() => makeComponent(editor.ydoc, ids, free));
  if (made) {
    editor.selection.set([made.instance]);
  }
}

/** Places an instance of a component in view, and selects it. */
export function placeInstance(editor: SceneWriter & Selecting & ViewedScene, component: string): void {
  const { scene } = editor;
  const stored = scene.shared.value.nodes[component];
  if (!stored || editor.isReadOnly.value) {
    return;
  }
  const [like] = instancesOf(scene.document.value, component);
  const bounds = like ? editor.queries?.boundsOf([like[0]]) : undefined;
  const box = bounds && !bounds.isEmpty() ? bounds : new Box3(new Vector3(), new Vector3(1, 1, 1));
  const origin = like ? new Vector3().setFromMatrixPosition(scene.worldOf(like[0])) : footOf(box);
  const { foot } = placeInView(editor, box.getSize(new Vector3()));
  const position = foot.sub(footOf(box)).add(origin);
  const id = editor.edit(() =>
    addNode<'instance'>(editor.ydoc, {
      kind: 'instance',
      name: createNamer(editor)(stored.name),
      position: position.toArray(),
      ...(like && { rotation: like[1].rotation, scale: like[1].scale }),
      props: { component, values: {} },
    }),
  );
  editor.selection.set([id]);
  revealNode(editor, id, editor.queries?.boundsOf([id]) ?? box);
}

/** Selected instances that are stored as nodes, or belong to the edited component. */
export function selectedInstances(editor: SceneWriter & Selecting): string[] {
  const { scene, selection } = editor;
  return selection.ids.value.filter((id) => scene.node(id)?.kind === 'instance' && isWritable(editor, id));
}

/** Replaces the selected instances by plain nodes. */
export function detachSelection(editor: SceneWriter & Selecting & UserInterface): void {
  const ids = selectedInstances(editor).map((id) => writtenId(editor.ydoc, id));
  if (hasRoomToDetach(editor, ids)) {
    editor.edit(() => detachInstances(editor.ydoc, ids));
  }
}

/** The instance around the selection whose component can be edited, null for none. */
export function editableInstance({ scene, selection }: SceneReader & Selecting): string | null {
  const { primary } = selection;
  const near = primary === null ? [] : [primary, ...scene.ancestorsOf(primary)];
  return near.find((id) => scene.node(id)?.kind === 'instance' && !lacksComponent({ scene }, id)) ?? null;
}

/** The component of the selected instance, or of the one around the selection; null for none. */
export function selectedComponent(editor: SceneReader & Selecting): string | null {
  const node = editor.scene.node(editableInstance(editor) ?? '');
  const component = node?.kind === 'instance' ? node.props.component : null;
  return component !== null && editor.scene.shared.value.nodes[component] ? component : null;
}

/** Whether a node is an instance of a component that does not exist, such as one that another user has deleted. */
export function lacksComponent({ scene }: Pick<SceneReader, 'scene'>, id: string): boolean {
  const node = scene.node(id);
  const component = node?.kind === 'instance' ? node.props.component : undefined;
  return component !== undefined && scene.shared.value.nodes[component ?? '']?.kind !== 'component';
}

/** An override with the nodes that it belongs to: the instance that holds it, and its path there. */
export type OverrideSet = { instance: string; values: FieldValues };

/** Overrides of an instance, or of one node in it; null for other nodes. */
export function overridesOf({ scene }: SceneReader, id: string): OverrideSet | null {
  const instance = storedOwnerOf(id);
  const node = scene.unexpanded.value.nodes[instance];
  if (node?.kind !== 'instance') {
    return null;
  }
  const { values } = node.props;
  if (!isGeneratedId(id)) {
    return { instance, values };
  }
  const within = idWithin(instance, '', id);
  const own = Object.entries(values).filter(([path]) => {
    const place = parseFieldPath(path);
    return place?.table === 'nodes' && (place.id === within || place.id.startsWith(`${within}::`));
  });
  return { instance, values: Object.fromEntries(own) };
}

/** Removes overrides, so that the values of the component hold again. */
export function revert(editor: SceneWriter, { instance, values }: OverrideSet): void {
  editor.edit(() => revertOverrides(editor.ydoc, instance, Object.keys(values)));
}

/** Removes the override of a field, if there is one. */
export function revertField(editor: SceneWriter, place: FieldPlace): void {
  const override = overrideOf(editor.scene.unexpanded.value, place);
  if (override) {
    revert(editor, { instance: override.owner, values: { [override.key]: null } });
  }
}

/** Makes overrides values of the component, for all its instances. */
export function push(editor: SceneWriter, { instance, values }: OverrideSet): void {
  editor.edit(() => pushOverrides(editor.ydoc, instance, Object.keys(values)));
}

/** Whether a component can be deleted: a scene must have room for its instances as plain nodes. */
export function canDelete({ scene }: SceneReader, component: string): boolean {
  const document = scene.shared.value;
  const instances = instancesOf(document, component).map(([id]) => id);
  return countDetached(document, instances) <= MAX_NODES;
}

/** Deletes a component; its instances become plain nodes. */
export function deleteComponent(editor: SceneWriter, component: string): void {
  editor.edit(() => removeComponent(editor.ydoc, component));
}

/** Whether the tree around a node can be changed: it is stored, or belongs to the edited component. */
function isWritable({ ydoc }: SceneWriter, id: string): boolean {
  return !isGeneratedId(writtenId(ydoc, id));
}
