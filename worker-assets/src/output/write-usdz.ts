import { type Credits, copyrightOf } from '@diorama/shared/domain/licenses.ts';
import type { Animation, Document, Node, Skin } from '@gltf-transform/core';
import type { ImageEncoder } from './images.ts';
import type { TextureFiles } from './texture-files.ts';
import { hasTargets } from './usd/blend-shapes.ts';
import { AnimatedNodes } from './usd/curves.ts';
import { MaterialWriter } from './usd/materials.ts';
import { MeshWriter } from './usd/meshes.ts';
import { writeMorphs } from './usd/morphs.ts';
import { SkeletonWriter } from './usd/skeletons.ts';
import { packTextures } from './usd/textures.ts';
import { FRAMES_PER_SECOND, writeTransform } from './usd/transforms.ts';
import { zipStored } from './usd/zip.ts';
import { layerSpecs, UsdPrim } from './usdc/layer.ts';
import { writeCrate } from './usdc/write-crate.ts';

export type UsdzOptions = {
  encodeImage: ImageEncoder;
  /** Initial placement on a phone: on a horizontal or a vertical plane. */
  arPlacement: 'floor' | 'wall';
  /** Title, creator and licence, which the layer names. */
  credits?: Credits;
  /** The animation that plays, because USD has one timeline. By default the document's first. */
  playing?: Animation | null;
  /** Files of textures that are placeholders in the document. */
  files?: TextureFiles;
};

export type Usdz = {
  bytes: Uint8Array<ArrayBuffer>;
  /** Number of unreadable textures, and of points and lines, which USDZ readers do not draw. */
  dropped: number;
};

/**
 * Writes a glTF document as USDZ for AR Quick Look. It contains meshes with preview surfaces, vertex colours
 * and textures (PNG and JPEG up to 2048 pixels), the playing animation, skinning and blend shapes. Lights and
 * cameras are skipped, because AR uses the light of the room. The document must have no mesh compression;
 * shared meshes are stored once.
 */
export async function writeUsdz(
  document: Document,
  {
    encodeImage,
    arPlacement,
    files,
    credits,
    playing = document.getRoot().listAnimations()[0] ?? null,
  }: UsdzOptions,
): Promise<Usdz> {
  const textures = await packTextures(document, { encodeImage, files });
  const animations = new AnimatedNodes(playing);
  const root = new UsdPrim('/Root', 'Xform', { kind: 'component' });
  // Quick Look reads placement hints from a scene in a scene library, as Reality Composer writes them.
  const library = root.child('Scenes', 'Scope', { kind: 'sceneLibrary' });
  const scene = library.child('Scene', 'Xform', { apiSchemas: ['Preliminary_AnchoringAPI'] });
  scene.attribute('preliminary:anchoring:type', 'token', 'plane', { uniform: true });
  const alignment = arPlacement === 'wall' ? 'vertical' : 'horizontal';
  scene.attribute('preliminary:planeAnchoring:alignment', 'token', alignment, { uniform: true });

  const materials = new MaterialWriter(root.child('Materials', 'Scope'), textures);
  const meshes = new MeshWriter(materials);
  const tree = new TreeWriter(meshes, animations);
  for (const node of sceneNodes(document)) {
    tree.write(scene, node);
  }
  const skeletons = new SkeletonWriter(scene, meshes, animations);
  let dropped = textures.dropped + tree.dropped;
  for (const [skin, nodes] of tree.skinned) {
    dropped += skeletons.write(skin, nodes);
  }

  const { endSeconds } = animations;
  const timeline = { startSeconds: 0, endSeconds, framesPerSecond: FRAMES_PER_SECOND };
  const comment = credits && `${credits.title}\n${copyrightOf(credits)}`;
  const layer = writeCrate(layerSpecs(root, { timeline: endSeconds > 0 ? timeline : undefined, comment }));
  // The layer must be the first file of the package.
  return { bytes: zipStored([{ name: 'scene.usdc', bytes: layer }, ...textures.files]), dropped };
}

function sceneNodes(document: Document): Node[] {
  const root = document.getRoot();
  const scene = root.getDefaultScene() ?? root.listScenes()[0];
  return scene?.listChildren() ?? [];
}

/** Writes the node tree without empty branches. */
class TreeWriter {
  /** Nodes whose meshes are skinned; they are not part of the tree. */
  readonly skinned = new Map<Skin, Node[]>();
  dropped = 0;
  readonly #meshes: MeshWriter;
  readonly #animations: AnimatedNodes;
  readonly #drawable = new Map<Node, boolean>();

  constructor(meshes: MeshWriter, animations: AnimatedNodes) {
    this.#meshes = meshes;
    this.#animations = animations;
  }

  write(parent: UsdPrim, node: Node): void {
    if (!this.#hasMesh(node)) {
      return;
    }
    const prim = parent.child(node.getName() || 'Node', 'Xform');
    writeTransform(prim, node, this.#animations);
    const mesh = node.getMesh();
    const skin = node.getSkin();
    if (mesh && skin) {
      this.skinned.set(skin, [...(this.skinned.get(skin) ?? []), node]);
    } else if (mesh && hasTargets(mesh)) {
      this.dropped += writeMorphs(prim, node, { meshes: this.#meshes, animations: this.#animations });
    } else if (mesh) {
      for (const primitive of mesh.listPrimitives()) {
        if (!this.#meshes.write(prim, mesh.getName() || 'Mesh', primitive)) {
          this.dropped += 1;
        }
      }
    }
    for (const child of node.listChildren()) {
      this.write(prim, child);
    }
  }

  #hasMesh(node: Node): boolean {
    const known = this.#drawable.get(node);
    if (known !== undefined) {
      return known;
    }
    const drawable = node.getMesh() !== null || node.listChildren().some((child) => this.#hasMesh(child));
    this.#drawable.set(node, drawable);
    return drawable;
  }
}
