import type { Asset } from '@diorama/shared/contract/assets.ts';
import type { NodeOf, SceneNode } from '@diorama/shared/scene/document.ts';
import { updateNode } from '@diorama/shared/scene/ops.ts';
import { Box3, Matrix4, Quaternion, Vector3 } from 'three';
import type { AssetsManager } from '../../../managers/assets.ts';
import type { Collaboration, SceneWriter, ViewedScene } from '../../../parts.ts';
import { boundsOf as boundsInScene } from '../../../queries/bounds-of.ts';
import { type ImportScaleQuestion, importScaleQuestion } from '../../../queries/import-scale-question.ts';
import { boxAt, footOf, placeFoot, UNKNOWN_SIZE } from '../../../queries/placement.ts';
import { importedFile } from './imported-file.ts';

/** A question about a size, and the factor that the model has by now. */
export type AskedSize = ImportScaleQuestion & { factor: number };

/**
 * Places of imported models: first as boxes of a guessed size, then with the centre of their base at the drop
 * point. Asks for size and orientation of models whose files lack that information.
 */
export class ImportPlaces {
  readonly #editor: Collaboration & SceneWriter & ViewedScene;
  readonly #assets: AssetsManager;
  /** Library models to ask about once their assets are loaded. */
  readonly #toAsk = new Set<string>();
  /** Base points of this session's models, until their size is known. */
  readonly #feet = new Map<string, Vector3>();
  /** Open questions about models whose files lack size information. */
  readonly #questions = new Map<string, AskedSize>();
  /** Number of camera movements of the user when each import began. */
  readonly #begunAt = new Map<string, number>();
  #moves = 0;
  /** Bounds of the ready models of the last drop. */
  readonly #framed = new Box3();
  /** Wanted and actual base points of models with an open question, while no user moves them. */
  readonly #intended = new Map<string, { foot: Vector3; put: Vector3 }>();

  constructor(editor: Collaboration & SceneWriter & ViewedScene, assets: AssetsManager) {
    this.#editor = editor;
    this.#assets = assets;
    editor.camera.onUserMove(() => {
      this.#moves += 1;
      this.#framed.makeEmpty();
    });
  }

  /** Places for models of unknown size, the first as near to a point as possible. */
  choose(count: number, at: Vector3): Vector3[] {
    const obstacles: Box3[] = [];
    this.#framed.makeEmpty();
    return Array.from({ length: count }, () => {
      const foot = placeFoot(this.#editor, { size: UNKNOWN_SIZE, at, obstacles });
      obstacles.push(boxAt(foot));
      return foot;
    });
  }

  /** Stores a model's place, to detect whether a user has moved it. */
  keep(nodeId: string, foot: Vector3): void {
    this.#feet.set(nodeId, foot);
    this.#begunAt.set(nodeId, this.#moves);
  }

  forget(nodeId: string): void {
    this.#feet.delete(nodeId);
    this.#begunAt.delete(nodeId);
    this.#intended.delete(nodeId);
  }

  /** Asks about a model once its asset is loaded. */
  askSoon(nodeId: string): void {
    this.#toAsk.add(nodeId);
  }

  /** Asks about the models whose assets have been loaded. */
  askLoaded(): void {
    for (const nodeId of this.#toAsk) {
      const asset = this.#assetOf(nodeId);
      if (!this.#editor.scene.node(nodeId) || asset?.status === 'ready') {
        this.#toAsk.delete(nodeId);
      }
      if (asset?.status === 'ready') {
        this.#ask(nodeId, asset);
      }
    }
  }

  /** Removes a question that was answered or dismissed. */
  settle(nodeId: string): void {
    this.#questions.delete(nodeId);
    this.#intended.delete(nodeId);
  }

  questionFor(nodeId: string): AskedSize | null {
    return this.#questions.get(nodeId) ?? null;
  }

  /** Asks about a model with an implausible size. @returns whether there is a question */
  #ask(nodeId: string, asset: Asset): boolean {
    const size = boundsOf(asset)?.getSize(new Vector3());
    const question = size ? importScaleQuestion(Math.max(...size.toArray()), asset.extra.format) : null;
    if (question) {
      this.#questions.set(nodeId, { ...question, factor: 1 });
    }
    return question !== null;
  }

  /** Gives a picture that is square, because the browser could not read its file, the shape that its import found. */
  #fitPicture(nodeId: string, { props }: NodeOf<'image'>, asset: Asset | undefined): void {
    const [width, height] = props.size;
    const pixels = asset?.extra.pixels;
    if (pixels && width === height && pixels.width !== pixels.height) {
      const size: [number, number] = [(height * pixels.width) / pixels.height, height];
      this.#editor.amend(() => updateNode<'image'>(this.#editor.ydoc, nodeId, { props: { size } }));
    }
  }

  /**
   * Places a model with the centre of its base at the drop point, beside existing nodes, unless a user has
   * moved it. A model of an implausible size is scaled to the most likely one at once.
   */
  place(nodeId: string, node: SceneNode): void {
    const asset = this.#assetOf(nodeId);
    if (node.kind === 'image') {
      this.#fitPicture(nodeId, node, asset);
      return;
    }
    const bounds = boundsOf(asset);
    if (!asset || !bounds) {
      this.#reveal(nodeId);
      return;
    }
    const isAsked = this.#ask(nodeId, asset);
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
      this.#intended.set(nodeId, { foot: at, put: position.clone() });
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

  /**
   * Frames a finished import together with those that were begun at the same time, unless the user has moved the camera
   * since it began, or follows another user.
   */
  #reveal(nodeId: string, bounds?: Box3): void {
    const { camera, scene, following } = this.#editor;
    const begunAt = this.#begunAt.get(nodeId);
    this.#begunAt.delete(nodeId);
    if (begunAt !== this.#moves || following.followed.value) {
      return;
    }
    // Before it is drawn, its bounds are known from its file.
    const box = bounds?.clone().applyMatrix4(scene.worldOf(nodeId)) ?? boundsInScene(this.#editor, [nodeId]);
    if (!box.isEmpty()) {
      camera.showBox(this.#framed.union(box).clone());
    }
  }

  /** Scales a model around its base, or its wanted place; returns false while its size is unknown. */
  scale(nodeId: string, factor: number): boolean {
    const question = this.#questions.get(nodeId);
    const more = factor / (question?.factor ?? 1);
    const isDone = this.#reshape(nodeId, ({ scale: [x, y, z] }) => ({
      scale: [x * more, y * more, z * more],
    }));
    if (isDone && question) {
      this.#questions.set(nodeId, { ...question, factor });
    }
    const bounds = isDone ? boundsOf(this.#assetOf(nodeId)) : null;
    if (bounds) {
      // Who chooses a size wants to see it.
      const { camera, scene } = this.#editor;
      camera.bringIntoView(bounds.applyMatrix4(scene.worldOf(nodeId)));
    }
    return isDone;
  }

  /** Rotates a Z-up model to Y up on its base; returns false while its size is unknown. */
  standUp(nodeId: string): boolean {
    const question = this.#questions.get(nodeId);
    const isDone = this.#reshape(nodeId, ({ rotation }) => ({
      rotation: new Quaternion(...rotation).multiply(UPRIGHT).toArray(),
    }));
    if (isDone && question) {
      this.#questions.set(nodeId, { ...question, canStandUp: false });
    }
    return isDone;
  }

  /** Changes rotation or scale of a model around the centre of its base, as one step. */
  #reshape(
    nodeId: string,
    change: (node: SceneNode) => Partial<Pick<SceneNode, 'rotation' | 'scale'>>,
  ): boolean {
    const node = this.#editor.scene.node(nodeId);
    const bounds = boundsOf(this.#assetOf(nodeId));
    if (!node || !bounds) {
      return false;
    }
    const patch = change(node);
    const after = { ...node, ...patch };
    const foot =
      this.#intendedFoot(nodeId, { node: after, bounds }) ??
      new Vector3(...node.position).add(standingFoot(bounds, node));
    const position = foot.sub(standingFoot(bounds, after));
    const intended = this.#intended.get(nodeId);
    if (intended) {
      intended.put = position;
    }
    this.#editor.edit(() =>
      updateNode(this.#editor.ydoc, nodeId, { ...patch, position: position.toArray() }),
    );
    return true;
  }

  /** Free base point for a resized model near its wanted place; null once a user has moved it. */
  #intendedFoot(nodeId: string, { node, bounds }: { node: SceneNode; bounds: Box3 }): Vector3 | null {
    const intended = this.#intended.get(nodeId);
    if (!intended?.put.equals(new Vector3(...(this.#editor.scene.node(nodeId)?.position ?? [])))) {
      this.#intended.delete(nodeId);
      return null;
    }
    const size = bounds.clone().applyMatrix4(shapeOf(node)).getSize(new Vector3());
    return placeFoot(this.#editor, { size, at: intended.foot, without: [nodeId] });
  }

  #assetOf(nodeId: string): Asset | undefined {
    const iri = importedFile(this.#editor.scene.node(nodeId));
    return iri === null ? undefined : this.#assets.byIri.value.get(iri);
  }
}

/** Rotation from Z up to Y up. */
const UPRIGHT = new Quaternion().setFromAxisAngle(new Vector3(1, 0, 0), -Math.PI / 2);

function boundsOf(asset: Asset | undefined): Box3 | null {
  const bounds = asset?.extra.bounds;
  return bounds ? new Box3(new Vector3(...bounds.min), new Vector3(...bounds.max)) : null;
}

/** Centre of a model's bottom after rotation and scale, relative to its origin. */
function standingFoot(bounds: Box3, node: Shape): Vector3 {
  return footOf(bounds.clone().applyMatrix4(shapeOf(node)));
}

type Shape = Pick<SceneNode, 'rotation' | 'scale'>;

function shapeOf({ rotation, scale }: Shape): Matrix4 {
  return new Matrix4().compose(new Vector3(), new Quaternion(...rotation), new Vector3(...scale));
}
