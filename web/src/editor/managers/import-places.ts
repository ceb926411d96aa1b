import type { Asset } from '@diorama/shared/contract/assets.ts';
import type { SceneNode } from '@diorama/shared/scene/document.ts';
import { updateNode } from '@diorama/shared/scene/ops.ts';
import { Box3, Vector3 } from 'three';
import type { Editor } from '../editor.ts';
import { boxAt, footOf, placeFoot, UNKNOWN_SIZE } from '../queries/placement.ts';

/** A model that was probably made in other units: its largest side in metres, and the factor that would fit. */
export type ScaleSuggestion = { size: number; factor: 0.01 | 100 };

/** Models larger or smaller than this, in metres, were probably made in other units. */
const USUAL_SIZE = { from: 0.02, to: 60 } as const;

/** Where imported models stand: first as boxes of a guessed size, then with the middle of their foot where they were dropped. */
export class ImportPlaces {
  readonly #editor: Editor;
  /** Where models of this session were put before it was known how large they are. */
  readonly #feet = new Map<string, Vector3>();
  /** What is offered for models that came in far too big or small, until it is taken or declined. */
  readonly #suggestions = new Map<string, ScaleSuggestion>();

  constructor(editor: Editor) {
    this.#editor = editor;
  }

  /** Places for models that nobody knows the size of yet, the first as near to a point as it can stand. */
  choose(count: number, at: Vector3): Vector3[] {
    const beside: Box3[] = [];
    return Array.from({ length: count }, () => {
      const foot = placeFoot(this.#editor, { size: UNKNOWN_SIZE, at, beside });
      beside.push(boxAt(foot));
      return foot;
    });
  }

  /** Remembers where a model was put, as it stays where somebody moves it meanwhile. */
  keep(nodeId: string, foot: Vector3): void {
    this.#feet.set(nodeId, foot);
  }

  forget(nodeId: string): void {
    this.#feet.delete(nodeId);
  }

  suggestionFor(nodeId: string): ScaleSuggestion | null {
    return this.#suggestions.get(nodeId) ?? null;
  }

  /** Lets a model stand with the middle of its foot where it was dropped, beside what is there if nobody moved it since. */
  place(nodeId: string, node: SceneNode, asset: Asset | undefined): void {
    const bounds = boundsOf(asset);
    const suggestion = bounds && suggestScale(bounds);
    if (suggestion) {
      this.#suggestions.set(nodeId, suggestion);
    }
    if (bounds) {
      const at = new Vector3(...node.position);
      const isUnmoved = this.#feet.get(nodeId)?.equals(at) === true;
      const size = bounds.getSize(new Vector3());
      const foot = isUnmoved ? placeFoot(this.#editor, { size, at, without: [nodeId] }) : at;
      const position = foot.sub(footOf(bounds));
      this.#editor.amend(() => updateNode(this.#editor.ydoc, nodeId, { position: position.toArray() }));
    }
  }

  /** Scales a model around where it stands on the ground; false while nobody knows its size. */
  scale(
    nodeId: string,
    node: SceneNode,
    { asset, factor }: { asset: Asset | undefined; factor: number },
  ): boolean {
    const bounds = boundsOf(asset);
    if (!bounds) {
      return false;
    }
    const foot = footOf(bounds).multiply(new Vector3(...node.scale));
    const position = new Vector3(...node.position).add(foot).addScaledVector(foot, -factor);
    const [x, y, z] = node.scale;
    this.#editor.edit(() =>
      updateNode(this.#editor.ydoc, nodeId, {
        position: position.toArray(),
        scale: [x * factor, y * factor, z * factor],
      }),
    );
    return true;
  }
}

function boundsOf(asset: Asset | undefined): Box3 | null {
  const bounds = asset?.extra.bounds;
  return bounds ? new Box3(new Vector3(...bounds.min), new Vector3(...bounds.max)) : null;
}

function suggestScale(bounds: Box3): ScaleSuggestion | null {
  const size = Math.max(...bounds.getSize(new Vector3()).toArray());
  if (size > USUAL_SIZE.to) {
    return { size, factor: 0.01 };
  }
  return size < USUAL_SIZE.from && size > 0 ? { size, factor: 100 } : null;
}
