import type { Asset } from '@diorama/shared/contract/assets.ts';
import type { SceneNode } from '@diorama/shared/scene/document.ts';
import { updateNode } from '@diorama/shared/scene/ops.ts';
import { Box3, Matrix4, Quaternion, Vector3 } from 'three';
import type { Editor } from '../editor.ts';
import { boundsOf as boundsInScene } from '../queries/bounds-of.ts';
import { boxAt, footOf, placeFoot, UNKNOWN_SIZE } from '../queries/placement.ts';
import { type SizeQuestion, sizeQuestion } from '../queries/size-question.ts';

/** A question about a size, and the factor that the model has by now. */
export type AskedSize = SizeQuestion & { factor: number };

/** Where imported models stand: first as boxes of a guessed size, then with the middle of their foot where they were dropped. */
export class ImportPlaces {
  readonly #editor: Editor;
  /** Where models of this session were put before it was known how large they are. */
  readonly #feet = new Map<string, Vector3>();
  /** What is asked about models whose files say too little, until it is answered. */
  readonly #questions = new Map<string, AskedSize>();
  /** How often the person had moved the camera when each import began. */
  readonly #begunAt = new Map<string, number>();
  #moves = 0;
  /** Where those were meant to stand, and where they were put as large as they seemed, as long as nobody moves them. */
  readonly #meant = new Map<string, { foot: Vector3; put: Vector3 }>();

  constructor(editor: Editor) {
    this.#editor = editor;
    editor.camera.onTake(() => {
      this.#moves += 1;
    });
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
    this.#begunAt.set(nodeId, this.#moves);
  }

  forget(nodeId: string): void {
    this.#feet.delete(nodeId);
    this.#begunAt.delete(nodeId);
    this.#meant.delete(nodeId);
  }

  /** The question is answered. */
  settle(nodeId: string): void {
    this.#questions.delete(nodeId);
    this.#meant.delete(nodeId);
  }

  questionFor(nodeId: string): AskedSize | null {
    return this.#questions.get(nodeId) ?? null;
  }

  /** Asks about a model whose file says too little. @returns whether there is anything to ask */
  ask(nodeId: string, asset: Asset): boolean {
    const size = boundsOf(asset)?.getSize(new Vector3());
    const question = size ? sizeQuestion(Math.max(...size.toArray()), asset.extra.format) : null;
    if (question) {
      this.#questions.set(nodeId, { ...question, factor: 1 });
    }
    return question !== null;
  }

  /**
   * Lets a model stand with the middle of its foot where it was dropped, beside what is there if nobody moved it since. One of
   * an implausible size gets the likeliest at once.
   */
  place(nodeId: string, node: SceneNode, asset: Asset | undefined): void {
    const bounds = boundsOf(asset);
    if (!asset || !bounds) {
      this.#reveal(nodeId);
      return;
    }
    const isAsked = this.ask(nodeId, asset);
    const at = new Vector3(...node.position);
    const isUnmoved = this.#feet.get(nodeId)?.equals(at) === true;
    const factor = isUnmoved ? this.#takeLikeliest(nodeId) : 1;
    const scale: SceneNode['scale'] = [
      node.scale[0] * factor,
      node.scale[1] * factor,
      node.scale[2] * factor,
    ];
    const shaped = { ...node, scale };
    const size = bounds.clone().applyMatrix4(shapeOf(shaped)).getSize(new Vector3());
    const foot = isUnmoved ? placeFoot(this.#editor, { size, at, without: [nodeId] }) : at;
    const position = foot.sub(standingFoot(bounds, shaped));
    if (isAsked && isUnmoved) {
      this.#meant.set(nodeId, { foot: at, put: position.clone() });
    }
    this.#editor.amend(() => updateNode(this.#editor.ydoc, nodeId, { position: position.toArray(), scale }));
    this.#reveal(nodeId, bounds);
  }

  #takeLikeliest(nodeId: string): number {
    const question = this.#questions.get(nodeId);
    if (question) {
      this.#questions.set(nodeId, { ...question, factor: question.likeliest });
    }
    return question?.likeliest ?? 1;
  }

  /** Frames an import that is ready, unless the person has moved the camera since it began, or follows somebody. */
  #reveal(nodeId: string, bounds?: Box3): void {
    const { camera, scene, following } = this.#editor;
    const begunAt = this.#begunAt.get(nodeId);
    this.#begunAt.delete(nodeId);
    if (begunAt !== this.#moves || following?.followed.get()) {
      return;
    }
    // Before it is drawn, its bounds are known from its file.
    const box = bounds?.clone().applyMatrix4(scene.worldOf(nodeId)) ?? boundsInScene(this.#editor, [nodeId]);
    if (!box.isEmpty()) {
      camera.showBox(box);
    }
  }

  /** Lets a model have so many times the size of its file, where it stands on the ground, or was meant to; false while nobody knows its size. */
  scale(nodeId: string, asset: Asset | undefined, factor: number): boolean {
    const question = this.#questions.get(nodeId);
    const more = factor / (question?.factor ?? 1);
    const isDone = this.#reshape(nodeId, asset, ({ scale: [x, y, z] }) => ({
      scale: [x * more, y * more, z * more],
    }));
    if (isDone && question) {
      this.#questions.set(nodeId, { ...question, factor });
    }
    return isDone;
  }

  /** Turns what was made with Z up so that it stands where it lay; false while nobody knows its size. */
  standUp(nodeId: string, asset: Asset | undefined): boolean {
    const question = this.#questions.get(nodeId);
    const isDone = this.#reshape(nodeId, asset, ({ rotation }) => ({
      rotation: new Quaternion(...rotation).multiply(UPRIGHT).toArray(),
    }));
    if (isDone && question) {
      this.#questions.set(nodeId, { ...question, canStandUp: false });
    }
    return isDone;
  }

  /** Changes how a model is turned or scaled, with the middle of its foot where that was, as one step. */
  #reshape(
    nodeId: string,
    asset: Asset | undefined,
    change: (node: SceneNode) => Partial<Pick<SceneNode, 'rotation' | 'scale'>>,
  ): boolean {
    const node = this.#editor.scene.node(nodeId);
    const bounds = boundsOf(asset);
    if (!node || !bounds) {
      return false;
    }
    const patch = change(node);
    const after = { ...node, ...patch };
    const foot =
      this.#footMeant(nodeId, { node: after, bounds }) ??
      new Vector3(...node.position).add(standingFoot(bounds, node));
    const position = foot.sub(standingFoot(bounds, after));
    const meant = this.#meant.get(nodeId);
    if (meant) {
      meant.put = position;
    }
    this.#editor.edit(() =>
      updateNode(this.#editor.ydoc, nodeId, { ...patch, position: position.toArray() }),
    );
    return true;
  }

  /** Where a model of another size finds room near where it was meant to stand; null once somebody has moved it. */
  #footMeant(nodeId: string, { node, bounds }: { node: SceneNode; bounds: Box3 }): Vector3 | null {
    const meant = this.#meant.get(nodeId);
    if (!meant?.put.equals(new Vector3(...(this.#editor.scene.node(nodeId)?.position ?? [])))) {
      this.#meant.delete(nodeId);
      return null;
    }
    const size = bounds.clone().applyMatrix4(shapeOf(node)).getSize(new Vector3());
    return placeFoot(this.#editor, { size, at: meant.foot, without: [nodeId] });
  }
}

/** From Z up to Y up. */
const UPRIGHT = new Quaternion().setFromAxisAngle(new Vector3(1, 0, 0), -Math.PI / 2);

function boundsOf(asset: Asset | undefined): Box3 | null {
  const bounds = asset?.extra.bounds;
  return bounds ? new Box3(new Vector3(...bounds.min), new Vector3(...bounds.max)) : null;
}

/** The middle of a model's underside as it is turned and scaled, from its origin. */
function standingFoot(bounds: Box3, node: Shape): Vector3 {
  return footOf(bounds.clone().applyMatrix4(shapeOf(node)));
}

type Shape = Pick<SceneNode, 'rotation' | 'scale'>;

function shapeOf({ rotation, scale }: Shape): Matrix4 {
  return new Matrix4().compose(new Vector3(), new Quaternion(...rotation), new Vector3(...scale));
}
