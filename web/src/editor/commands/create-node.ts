import type { NodeKind, SceneNode } from '@diorama/shared/scene/document.ts';
import { sceneNode } from '@diorama/shared/scene/document.ts';
import { findNodeDef } from '@diorama/shared/scene/nodes/index.ts';
import { alone, buildGeometry } from '@diorama/shared/scene/nodes/kinds.ts';
import { addNode } from '@diorama/shared/scene/ops.ts';
import { Box3, Euler, Quaternion, Vector3 } from 'three';
import { roundTo } from '../kernels/round-measure.ts';
import type { SceneWriter, Selecting, ViewedScene } from '../parts.ts';
import { createNamer } from '../queries/names.ts';
import { placeInView, revealNode } from '../queries/place-in-view.ts';
import { footOf, groundAt, placeFoot } from '../queries/placement.ts';

/** Initial rotation of nodes that point along −Z: down and slightly to the side. */
const TILT = new Quaternion().setFromEuler(new Euler(-Math.PI / 3, Math.PI / 5, 0)).toArray();
/** Size of a node without a surface, in metres. */
const MARK_SIZE = new Vector3(0.5, 0.5, 0.5);

/**
 * Adds a node at the middle of the view, beside existing nodes, and selects it. The view moves if the node is
 * hidden. A name that exists gets a number.
 * @param name - name of the kind in the user's language
 */
export function createNode(
  editor: SceneWriter & Selecting & ViewedScene,
  kind: NodeKind,
  name: string,
): string | null {
  if (editor.isReadOnly.value) {
    return null;
  }
  const { position, rotation, box } = placeOf(editor, sceneNode.parse({ kind }));
  const id = editor.edit(() =>
    addNode(editor.ydoc, { kind, name: createNamer(editor)(name), position: position.toArray(), rotation }),
  );
  editor.selection.set([id]);
  if (box) {
    revealNode(editor, id, box);
  }
  return id;
}

/** Transform of a new node, and its bounding box; null for a node without a surface. */
type NewPlace = { position: Vector3; rotation: SceneNode['rotation']; box: Box3 | null };

function placeOf(editor: ViewedScene, node: SceneNode): NewPlace {
  const arrival = findNodeDef(node.kind)?.inspector.arrival;
  if (arrival) {
    const at = groundAt(editor, null);
    const below = at.setY(arrival.height - MARK_SIZE.y / 2);
    const foot = placeFoot(editor, { size: MARK_SIZE, at: below });
    return {
      position: foot.setY(arrival.height),
      rotation: arrival.isTilted ? TILT : node.rotation,
      box: null,
    };
  }
  const geometry = buildGeometry(alone(node));
  geometry?.computeBoundingBox();
  const bounds = geometry?.boundingBox ?? new Box3(new Vector3(), new Vector3());
  geometry?.dispose();
  const { foot } = placeInView(editor, bounds.getSize(new Vector3()));
  const position = toMillimetres(foot.sub(footOf(bounds)));
  return { position, rotation: node.rotation, box: bounds.translate(position) };
}

function toMillimetres({ x, y, z }: Vector3): Vector3 {
  return new Vector3(roundTo(x, 3), roundTo(y, 3), roundTo(z, 3));
}
