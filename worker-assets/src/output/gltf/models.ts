import type { SceneNode } from '@diorama/shared/scene/document.ts';
import { slotsOf } from '@diorama/shared/scene/nodes/kinds.ts';
import type { FileUse } from '@diorama/shared/scene/nodes/traits.ts';
import type { Animation, Document, Material, Mesh, Node, Scene, Skin } from '@gltf-transform/core';
import { mergeDocuments, uninstance } from '@gltf-transform/functions';
import type { AssetBytes } from '../build-gltf.ts';
import type { GltfIo } from '../gltf-io.ts';
import { plainGeometry } from '../plain-geometry.ts';
import { type AnimationClips, clipNames } from './animation-clips.ts';
import type { MaterialFactory } from './materials.ts';

type Parts = {
  document: Document;
  assets: AssetBytes;
  io: GltfIo;
  materials: MaterialFactory;
  clips: AnimationClips;
};

/** A model's GLB inside the scene's document: read once, then copied into every node that uses it. */
type Template = { scene: Scene; animations: Animation[] };

/** The id of the document's material for a slot of a model, or `null` for the model's. */
type ChosenMaterial = (slot: string) => string | null;

/** Adds models to nodes; all copies of a model share meshes, textures and keyframes. */
export class ModelFactory {
  dropped = 0;
  readonly #parts: Parts;
  readonly #templates = new Map<string, Promise<Template | null>>();
  readonly #spent: Template[] = [];

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  /** Adds the model of `source` below `node`, with the node's material assignments. */
  async addTo(node: Node, source: SceneNode, { asset, animation: use }: FileUse): Promise<void> {
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
    await this.#finish(copies, (slot) =>
      Object.hasOwn(wears, slot) ? (wears[slot] ?? null) : source.material,
    );
    const { clip, playing, speed } = use;
    const named = template.animations[clipNames(template.animations).indexOf(clip ?? '')];
    const animation = named ?? template.animations[0];
    const isMoving = animation && playing && speed !== 0;
    this.#parts.clips.add(template.animations, copies, isMoving ? { clip: animation, speed } : null);
  }

  /** Removes the templates. */
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
    const sourceScene = source && (source.getRoot().getDefaultScene() ?? source.getRoot().listScenes()[0]);
    if (!source || !sourceScene) {
      this.dropped += 1;
      return null;
    }
    // Models are stored compressed. Here they become plain floats again, as the common input of GLB and USDZ.
    await source.transform(uninstance());
    await plainGeometry(source);
    const animations = source.getRoot().listAnimations();
    const merged = mergeDocuments(document, source);
    const template: Template = {
      // mergeDocuments maps every property to one of the same type.
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

  async #finish(copies: ReadonlyMap<Node, Node>, chosen: ChosenMaterial): Promise<void> {
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

  /** The mesh, or a copy with other materials where a slot is assigned one. */
  async #override(mesh: Mesh, chosen: ChosenMaterial): Promise<Mesh> {
    const { materials } = this.#parts;
    const replacementOf = async (material: Material | null) => {
      const id = chosen(material?.getName() ?? '');
      return materials.find(id) ? await materials.get(id, 'model') : null;
    };
    const replacements = await Promise.all(
      mesh.listPrimitives().map((primitive) => replacementOf(primitive.getMaterial())),
    );
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
  // The common root is optional, and the validator reports a wrong one as an error.
  return copy.setSkeleton(null);
}
