import type {
  Interaction,
  InteractionAction,
  Motion,
  State,
  Timeline,
} from '@diorama/shared/scene/document.ts';
import { motionsOf } from '@diorama/shared/scene/interactions/interactions.ts';
import { action } from '@diorama/shared/scene/interactions/schema.ts';
import { rowsInOrder } from '@diorama/shared/scene/rows-in-order.ts';
import { addRow, removeRows, updateRow } from '@diorama/shared/scene/scene-ops.ts';
import type { SceneReader, SceneWriter, UserInterface } from '../../../parts.ts';
import { hasRowRoom, lastIndex } from '../../values/model/rows.ts';

export type InteractionRow = Interaction & { id: string };
export type StateRow = State & { id: string };
export type TimelineRow = Timeline & { id: string };

/** The states of the stored scene, in order. */
export function statesOf({ scene }: SceneReader): StateRow[] {
  return rowsInOrder(scene.shared.value.states);
}

/** The timelines of the stored scene, in order. */
export function timelinesOf({ scene }: SceneReader): TimelineRow[] {
  return rowsInOrder(scene.shared.value.timelines);
}

/** The interactions of the stored scene or of one node, in order. */
export function interactionsIn({ scene }: SceneReader, node?: string): InteractionRow[] {
  const rows = rowsInOrder(scene.shared.value.interactions);
  return node === undefined ? rows : rows.filter((row) => row.node === node);
}

/** Adds a state, last; returns its id. */
export function addState(editor: SceneWriter, name: string): string {
  return editor.edit(() => addRow(editor.ydoc, 'states', { name, index: lastIndex(statesOf(editor)) }));
}

/** Adds an interaction, last; returns its id. Without a node it starts with the scene. */
export function addInteraction(
  editor: SceneWriter,
  name: string,
  node?: string,
  actions: InteractionAction[] = [action.parse({ kind: 'state', state: statesOf(editor)[0]?.id ?? null })],
): string {
  const event = node === undefined ? 'start' : 'click';
  return editor.edit(() =>
    addRow(editor.ydoc, 'interactions', {
      ...{ name, event, node: node ?? null, index: lastIndex(interactionsIn(editor)) },
      actions,
    }),
  );
}

/** Replaces an action of an interaction; null removes it, and an index after the last one adds it. */
export function writeAction(
  editor: SceneWriter,
  { id, actions }: InteractionRow,
  at: number,
  next: InteractionAction | null,
): void {
  const replaced = [...actions.slice(0, at), ...(next ? [next] : []), ...actions.slice(at + 1)];
  updateRow(editor.ydoc, 'interactions', id, { actions: replaced });
}

/** The motion of a node that the inspector shows, with its id; null for none. */
export function motionOf({ scene }: SceneReader, node: string): (Motion & { id: string }) | null {
  const { motions } = scene.shared.value;
  const [first] = motionsOf({ motions, nodes: scene.shared.value.nodes }).filter((one) => one.node === node);
  const id =
    first &&
    Object.keys(motions)
      .sort()
      .find((one) => motions[one]?.node === node && motions[one].kind === first.kind);
  return first && id !== undefined ? { ...first, id } : null;
}

/** Changes the kind of a node's motion; null removes it. */
export function setMotion(
  editor: SceneWriter & UserInterface,
  node: string,
  kind: Motion['kind'] | null,
): void {
  const motion = motionOf(editor, node);
  editor.edit(() => {
    if (kind === null) {
      const { motions } = editor.scene.shared.value;
      removeRows(
        editor.ydoc,
        'motions',
        Object.keys(motions).filter((id) => motions[id]?.node === node),
      );
    } else if (motion) {
      updateRow(editor.ydoc, 'motions', motion.id, { kind });
    } else if (hasRowRoom(editor, 'motions')) {
      addRow(editor.ydoc, 'motions', { node, kind });
    }
  });
}
