import { type Credits, copyrightOf } from '@diorama/shared/domain/licenses.ts';
import type { Animation, Document, Node, Skin } from '@gltf-transform/core';
import { KHRNodeVisibility, type Visibility } from '@gltf-transform/extensions';
import { Matrix4 } from 'three';
import type { AnnotationTexts } from './gltf/scene-texts.ts';
import { shownScene } from './measure.ts';
import type { TextureFiles } from './texture-files.ts';
import { BlendShapes, hasTargets } from './usd/blend-shapes.ts';
import { AnimatedNodes } from './usd/curves.ts';
import { MaterialWriter } from './usd/materials.ts';
import { MeshWriter } from './usd/meshes.ts';
import { SkeletonWriter } from './usd/skeletons.ts';
import { packTextures } from './usd/textures.ts';
import { FRAMES_PER_SECOND, writeTransform } from './usd/transforms.ts';
import { zipStored } from './usd/zip.ts';
import { layerSpecs, UsdPrim } from './usdc/layer.ts';
import { writeCrate } from './usdc/write-crate.ts';

const JOINT = 'Root';

export type UsdzOptions = {
  /** Initial placement on a phone: on a horizontal or a vertical plane. */
  arPlacement: 'floor' | 'wall';
  /** Title, creator and licence, which the layer names. */
  credits?: Credits;
  /** The animation that plays, because USD has one timeline. By default the document's first. */
  playing?: Animation | null;
  /** Files of textures that are placeholders in the document. */
  files?: TextureFiles;
  /** Texts of annotations, for screen readers. */
  annotations?: AnnotationTexts;
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
export async function writeUsdz(document: Document, options: UsdzOptions): Promise<Usdz> {
  const { arPlacement, files, credits, annotations = new Map() } = options;
  const { playing = document.getRoot().listAnimations()[0] ?? null } = options;
  const textures = await packTextures(document, { files });
  const animations = new AnimatedNodes(playing);
  const root = new UsdPrim('/Root', 'Xform', { kind: 'component' });
  const drawn = new DrawnNodes();
  const texts = textsOnDrawn(annotations, drawn);
  // Quick Look reads placement hints from a scene in a scene library, as Reality Composer writes them.
  const library = root.child('Scenes', 'Scope', { kind: 'sceneLibrary' });
  const about = { label: credits?.title ?? 'Scene', lines: texts.get(null) ?? [] };
  const scene = accessiblePrim(library, 'Scene', about, ['Preliminary_AnchoringAPI']);
  scene.attribute('preliminary:anchoring:type', 'token', 'plane', { uniform: true });
  const alignment = arPlacement === 'wall' ? 'vertical' : 'horizontal';
  scene.attribute('preliminary:planeAnchoring:alignment', 'token', alignment, { uniform: true });

  const materials = new MaterialWriter(root.child('Materials', 'Scope'), textures);
  const meshes = new MeshWriter(materials);
  const tree = new TreeWriter({ meshes, animations, drawn, texts });
  for (const node of shownScene(document)?.listChildren() ?? []) {
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

/** The texts of annotations by nodes that are in the file, where theirs are not. */
function textsOnDrawn(annotations: AnnotationTexts, drawn: DrawnNodes): AnnotationTexts {
  const texts = new Map<Node | null, string[]>();
  for (const [node, lines] of annotations) {
    let host = node;
    while (host && !drawn.has(host)) {
      host = host.getParentNode();
    }
    texts.set(host, [...(texts.get(host) ?? []), ...lines]);
  }
  return texts;
}

type TreeParts = {
  meshes: MeshWriter;
  animations: AnimatedNodes;
  drawn: DrawnNodes;
  texts: AnnotationTexts;
};

/** Writes the node tree without empty branches. */
class TreeWriter {
  /** Nodes whose meshes are skinned; they are not part of the tree. */
  readonly skinned = new Map<Skin, Node[]>();
  dropped = 0;
  readonly #parts: TreeParts;

  constructor(parts: TreeParts) {
    this.#parts = parts;
  }

  write(parent: UsdPrim, node: Node): void {
    const { meshes, animations, drawn, texts } = this.#parts;
    if (!drawn.has(node)) {
      return;
    }
    const prim = writeNode(parent, node, texts.get(node) ?? []);
    writeTransform(prim, node, animations);
    const mesh = node.getMesh();
    const skin = node.getSkin();
    if (mesh && skin) {
      this.skinned.set(skin, [...(this.skinned.get(skin) ?? []), node]);
    } else if (mesh && hasTargets(mesh)) {
      this.dropped += writeMorphs(prim, node, { meshes, animations });
    } else if (mesh) {
      for (const primitive of mesh.listPrimitives()) {
        if (!meshes.write(prim, mesh.getName() || 'Mesh', primitive)) {
          this.dropped += 1;
        }
      }
    }
    for (const child of node.listChildren()) {
      this.write(prim, child);
    }
  }
}

/** Nodes that have a mesh, or a descendant with one. */
class DrawnNodes {
  readonly #known = new Map<Node, boolean>();

  has(node: Node): boolean {
    const known = this.#known.get(node);
    if (known !== undefined) {
      return known;
    }
    const isDrawn =
      !isHidden(node) && (node.getMesh() !== null || node.listChildren().some((child) => this.has(child)));
    this.#known.set(node, isDrawn);
    return isDrawn;
  }
}

/** Whether only interactions show a node, of which USDZ files have none. */
function isHidden(node: Node): boolean {
  return node.getExtension<Visibility>(KHRNodeVisibility.EXTENSION_NAME)?.getVisible() === false;
}

/** Writes a node without its content, with its text alternative and the texts of its annotations. */
function writeNode(parent: UsdPrim, node: Node, annotations: readonly string[]): UsdPrim {
  const name = node.getName() || 'Node';
  const { description } = node.getExtras();
  const own = typeof description === 'string' ? [description] : [];
  return accessiblePrim(parent, name, { label: name, lines: [...own, ...annotations] });
}

/** Adds a prim that screen readers name and describe where it has texts (UsdUI, AccessibilityAPI). */
function accessiblePrim(
  parent: UsdPrim,
  name: string,
  { label, lines }: { label: string; lines: readonly string[] },
  schemas: readonly string[] = [],
): UsdPrim {
  const apiSchemas = lines.length > 0 ? [...schemas, 'AccessibilityAPI:default'] : schemas;
  const prim = parent.child(name, 'Xform', apiSchemas.length > 0 ? { apiSchemas } : {});
  if (lines.length > 0) {
    prim.attribute('accessibility:default:label', 'string', label);
    prim.attribute('accessibility:default:description', 'string', lines.join('\n'));
  }
  return prim;
}

/**
 * Writes a mesh with morph targets and without a skin. USD supports blend shapes only in skeletons, so the
 * mesh is bound to one static joint in the node's space.
 * @returns the number of primitives that could not be written.
 */
function writeMorphs(
  parent: UsdPrim,
  node: Node,
  { meshes, animations }: { meshes: MeshWriter; animations: AnimatedNodes },
): number {
  const mesh = node.getMesh();
  const root = parent.child(mesh?.getName() || 'Mesh', 'SkelRoot', { apiSchemas: ['SkelBindingAPI'] });
  const skeleton = root.child('Skeleton', 'Skeleton', { apiSchemas: ['SkelBindingAPI'] });
  const still = Float64Array.from(new Matrix4().elements);
  skeleton.attribute('joints', 'token[]', [JOINT], { uniform: true });
  skeleton.attribute('bindTransforms', 'matrix4d[]', still, { uniform: true });
  skeleton.attribute('restTransforms', 'matrix4d[]', still, { uniform: true });
  const shapes = new BlendShapes(animations);
  let dropped = 0;
  for (const primitive of mesh?.listPrimitives() ?? []) {
    const prim = meshes.write(root, mesh?.getName() || 'Mesh', primitive, ['SkelBindingAPI']);
    if (!prim) {
      dropped += 1;
      continue;
    }
    // The specification allows one value for all vertices, but not every reader does.
    const count = primitive.getAttribute('POSITION')?.getCount() ?? 0;
    const perVertex = { interpolation: 'vertex', elementSize: 1 } as const;
    prim.attribute('primvars:skel:jointIndices', 'int[]', new Int32Array(count), perVertex);
    prim.attribute('primvars:skel:jointWeights', 'float[]', new Float32Array(count).fill(1), perVertex);
    prim.attribute('primvars:skel:geomBindTransform', 'matrix4d', new Matrix4().toArray());
    prim.relationship('skel:skeleton', skeleton);
    shapes.add(prim, node, primitive);
  }
  const animation = skeleton.child('Animation', 'SkelAnimation');
  shapes.writeWeights(animation);
  skeleton.relationship('skel:animationSource', animation);
  return dropped;
}
