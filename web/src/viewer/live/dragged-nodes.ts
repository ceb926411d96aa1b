import { Matrix4 } from 'three';
import type { SceneView } from '../../scene/scene-view.ts';
import type { ShownDrag } from './read-drags.ts';

/** Used part of a scene's view. */
type Stage = Pick<SceneView, 'document' | 'setPreviewTransforms'> & {
  nodes: Pick<SceneView['nodes'], 'worldMatrixOf'>;
};

/** Shows dragged nodes at their temporary positions; locked ones stay. */
export class DraggedNodes {
  readonly #view: Stage;
  /** World matrices of the nodes at the start of their drag. */
  #starts = new Map<string, Matrix4>();

  constructor(view: Stage) {
    this.#view = view;
  }

  show(drags: readonly ShownDrag[]): void {
    if (this.#starts.size > 0 && drags.some(({ ids }) => ids.some((id) => !this.#starts.has(id)))) {
      // A newly dragged node may be a descendant of a dragged one.
      this.#view.setPreviewTransforms(new Map());
    }
    const starts = new Map<string, Matrix4>();
    const worlds = new Map<string, Matrix4>();
    for (const { ids, matrix } of drags) {
      for (const id of ids) {
        const start = this.#starts.get(id) ?? this.#startOf(id);
        if (start) {
          starts.set(id, start);
          worlds.set(id, new Matrix4().multiplyMatrices(matrix, start));
        }
      }
    }
    if (worlds.size > 0 || this.#starts.size > 0) {
      this.#starts = starts;
      this.#view.setPreviewTransforms(worlds);
    }
  }

  #startOf(id: string): Matrix4 | undefined {
    const { document, nodes } = this.#view;
    return document?.nodes[id]?.locked === false ? nodes.worldMatrixOf(id)?.clone() : undefined;
  }
}
