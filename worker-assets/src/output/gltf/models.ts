import type { SceneNode } from '@diorama/shared/scene/document.ts';
import { slotsOf } from '@diorama/shared/scene/nodes/kinds.ts';
import type { FileUse } from '@diorama/shared/scene/nodes/traits.ts';
import type { Animation, Document, Mesh, Node, Primitive, Scene, Skin } from '@gltf-transform/core';
import { mergeDocuments, uninstance } from '@gltf-transform/functions';
import type { AssetBytes } from '../build-gltf.ts';
import type { GltfIo } from '../gltf-io.ts';
import { shownScene } from '../measure.ts';
import { plainGeometry } from '../plain-geometry.ts';
import { type AnimationClips, clipNames } from './animation-clips.ts';
import type { MaterialFactory } from './materials.ts';
import { variantMaterials } from './variants.ts';

type Parts = {
  document: Document;
  assets: AssetBytes;
  io: GltfIo;
  materials: MaterialFactory;
  clips: AnimationClips;
};

/** A model merged into the scene's document: read once, then copied to every node that uses it. */
type Template = { scene: Scene; animations: Animation[] };

/** The document's material id for a slot of a model, or `null` for the original material. */
type ChosenMaterial = (slot: string) => string | null;

/** Materials of a copy: those of the document, and else those of a variant of the file. */
type Materials = { chosen: ChosenMaterial; variant: string | null };

/** Adds models to nodes. Meshes, textures and keyframes are shared by all instances of a model. */
export class ModelFactory {
  dropped = 0;
  readonly #parts: Parts;
  readonly #templates = new Map<string, Promise<Template | null>>();
  readonly #spent: Template[] = [];

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  /** Adds the model of `source` below `node`, with the node's material replacements. */
  async addTo(
    node: Node,
    source: SceneNode & { id: string },
    { asset, animation: use, variant }: FileUse,
  ): Promise<void> {
    const template = asset === null ? null : await this.#template(asset);
    if (!template) {
      return;
    }
    const copies = new Map<Node, Node>();
    const roots = template.scene.listChildren().map((root) => this.#copy(root, copies));
    for (const root of roots) {
      node.addChild(root);
    }
    const wears = slotsOf(source);
    await this.#finish(copies, {
      chosen: (slot) => (Object.hasOwn(wears, slot) ? (wears[slot] ?? null) : source.material),
      variant,
    });
    const { clip, playing, speed } = use;
    const named = template.animations[clipNames(template.animations).indexOf(clip ?? '')];
    const animation = named ?? template.animations[0];
    const isMoving = animation && playing && speed !== 0;
    this.#parts.clips.add(template.animations, copies, isMoving ? { clip: animation, speed } : null, {
      node: source.id,
      own: animation,
    });
  }

  /** Removes the originals of the copies. */
  dispose(): void {
    for (const { scene, animations } of this.#spent) {
      scene.traverse((node) => {
        node.getSkin()?.dispose();
      });
      const nodes: Node[] = [];
      scene.traverse((node) => {
        nodes.push(node);
      });
      for (const part of [...animations, ...nodes, scene]) {
        part.dispose();
      }
    }
  }

  async #template(iri: string): Promise<Template | null> {
    const known = this.#templates.get(iri);
    if (known) {
      return await known;
    }
    const read = this.#read(iri);
    this.#templates.set(iri, read);
    return await read;
  }

  async #read(iri: string): Promise<Template | null> {
    const { assets, document, io } = this.#parts;
    const bytes = assets.get(iri);
    const source = bytes && (await io.readGlb(bytes).catch(() => null));
    const sourceScene = source && shownScene(source);
    if (!source || !sourceScene) {
      this.dropped += 1;
      return null;
    }
    // Models are stored compressed. They become plain floats here, so that GLB and USDZ have the same source.
    await source.transform(uninstance());
    await plainGeometry(source);
    const animations = source.getRoot().listAnimations();
    const merged = mergeDocuments(document, source);
    const template: Template = {
      // mergeDocuments maps every property to the same type.
      scene: merged.get(sourceScene) as Scene,
      animations: animations.map((animation) => merged.get(animation) as Animation),
    };
    this.#spent.push(template);
    return template;
  }

  #copy(source: Node, copies: Map<Node, Node>): Node {
    const copy = this.#parts.document
      .createNode(source.getName())
      .setTranslation(source.getTranslation())
      .setRotation(source.getRotation())
      .setScale(source.getScale())
      .setWeights(source.getWeights())
      .setMesh(source.getMesh())
      .setSkin(source.getSkin());
    for (const extension of source.listExtensions()) {
      copy.setExtension(extension.extensionName, extension);
    }
    copies.set(source, copy);
    for (const child of source.listChildren()) {
      copy.addChild(this.#copy(child, copies));
    }
    return copy;
  }

  async #finish(copies: ReadonlyMap<Node, Node>, chosen: Materials): Promise<void> {
    const skins = new Map<Skin, Skin>();
    const meshes = new Map<Mesh, Mesh>();
    for (const copy of copies.values()) {
      const skin = copy.getSkin();
      if (skin) {
        const ownSkin = skins.get(skin) ?? copySkin(skin, copies);
        skins.set(skin, ownSkin);
        copy.setSkin(ownSkin);
      }
      const mesh = copy.getMesh();
      if (mesh) {
        const ownMesh = meshes.get(mesh) ?? (await this.#override(mesh, chosen));
        meshes.set(mesh, ownMesh);
        copy.setMesh(ownMesh);
      }
    }
  }

  /** Returns the mesh, or a copy when a slot's material is replaced or the file has variants. */
  async #override(mesh: Mesh, { chosen, variant }: Materials): Promise<Mesh> {
    const { materials } = this.#parts;
    const replacementOf = async (primitive: Primitive) => {
      const id = chosen(primitive.getMaterial()?.getName() ?? '');
      if (materials.find(id)) {
        return await materials.get(id, 'model');
      }
      return variant === null ? null : (variantMaterials(primitive).get(variant) ?? null);
    };
    const replacements = await Promise.all(mesh.listPrimitives().map(replacementOf));
    if (replacements.every((replacement) => replacement === null)) {
      return mesh;
    }
    const copy = mesh.clone();
    mesh.listPrimitives().forEach((primitive, i) => {
      const replacement = replacements[i];
      copy.removePrimitive(primitive);
      copy.addPrimitive(replacement ? primitive.clone().setMaterial(replacement) : primitive);
    });
    return copy;
  }
}

function copySkin(skin: Skin, copies: ReadonlyMap<Node, Node>): Skin {
  const copy = skin.clone();
  for (const joint of skin.listJoints()) {
    copy.removeJoint(joint);
  }
  for (const joint of skin.listJoints()) {
    copy.addJoint(copies.get(joint) ?? joint);
  }
  // The common root is optional, and a wrong one fails the validator.
  return copy.setSkeleton(null);
}
