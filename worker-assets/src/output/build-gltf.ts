import { isRepeated, sourceIdOf } from '@diorama/shared/scene/copies/generated-id.ts';
import type { SceneDocument, SceneNode } from '@diorama/shared/scene/document.ts';
import { dependenciesIn } from '@diorama/shared/scene/node-dependencies.ts';
import { fileOf, lensOf, lightOf } from '@diorama/shared/scene/nodes/kinds.ts';
import type { Lens, LightSource, NodeDependencies } from '@diorama/shared/scene/nodes/traits.ts';
import { childrenOf, type Hierarchy, resolveHierarchy, worldMatrix } from '@diorama/shared/scene/resolve.ts';
import { type Animation, type Camera, Document, Logger, type Node } from '@gltf-transform/core';
import { KHRLightsPunctual, KHRNodeVisibility, type Light } from '@gltf-transform/extensions';
import { unpartition } from '@gltf-transform/functions';
import { MathUtils, type Matrix4, Quaternion, Vector3 } from 'three';
import { AnimationClips } from './gltf/animation-clips.ts';
import { linearColor } from './gltf/colors.ts';
import { nodesShownLater } from './gltf/file-interactions.ts';
import { MaterialFactory } from './gltf/materials.ts';
import { ModelFactory } from './gltf/models.ts';
import { motionCurves } from './gltf/motion-curves.ts';
import { addBehaviour } from './gltf/scene-behaviour.ts';
import { type AnnotationTexts, addAnnotations } from './gltf/scene-texts.ts';
import { ShapeFactory } from './gltf/shapes.ts';
import { TextureFactory } from './gltf/textures.ts';
import { withThickness } from './gltf/with-thickness.ts';
import type { GltfIo } from './gltf-io.ts';

/** The node of a light, with its world matrix. */
type LitNode = Pick<SceneNode, 'name' | 'kind'> & { document: Document; world: () => Matrix4 };

const FORWARD = new Vector3(0, 0, -1);

/** The bytes of a document's assets by IRI: GLB for models, any picture format for maps. */
export type AssetBytes = ReadonlyMap<string, Uint8Array>;

/** A scene as glTF, and the number of dropped assets. */
export type BuiltScene = {
  document: Document;
  /** Assets that were missing or unreadable, and channels of clips beyond a limit; the rest is complete without them. */
  dropped: number;
  /** The animation that plays, if any; clients can choose the others. */
  playing: Animation | null;
  /** Number of clips that do not play; files with a single timeline lack them. */
  stillClips: number;
  /** Texts of annotations, for the nodes of files that have no annotations. */
  annotations: AnnotationTexts;
};

/**
 * Converts a scene document and its assets to one glTF document. It contains the hierarchy with names, the
 * geometries of the node kinds, materials with extensions, punctual lights, saved views as cameras, models
 * with textures, skins and animations, the movements of nodes by timelines and motions, and interactions.
 * Hidden branches are skipped, but for those that interactions show. Sky, ambient light and effects
 * have no glTF equivalent and stay in the viewer.
 */
export async function buildGltf(scene: SceneDocument, assets: AssetBytes, io: GltfIo): Promise<BuiltScene> {
  const document = new Document().setLogger(new Logger(Logger.Verbosity.SILENT));
  document.createBuffer();
  const root = document.createScene('Scene');
  document.getRoot().setDefaultScene(root);

  const textures = new TextureFactory(document, assets);
  const materials = new MaterialFactory(document, scene, textures);
  const clips = new AnimationClips(document);
  const models = new ModelFactory({ document, assets, io, materials, clips });
  const shapes = new ShapeFactory(document, assets, materials);
  const builder = new SceneBuilder({
    document,
    scene,
    hierarchy: resolveHierarchy(scene.nodes),
    shapes,
    ties: dependenciesIn(scene),
    models,
    later: nodesShownLater(scene),
  });
  for (const node of await builder.children(null)) {
    root.addChild(node);
  }
  for (const set of motionCurves(scene)) {
    clips.addCurves(set, builder.built);
  }
  const playing = clips.finish();
  addBehaviour({ scene, document, built: builder.built, materials, clips });
  const annotations = addAnnotations(document, scene, builder.built);
  models.dispose();
  await tidyBuffers(document);
  const dropped = textures.dropped + models.dropped + shapes.dropped + clips.leftOut;
  return { document, dropped, playing, stillClips: clips.stillCount, annotations };
}

/** Each model adds a buffer, but a GLB has one, and an empty one is an error. */
async function tidyBuffers(document: Document): Promise<void> {
  await document.transform(unpartition());
  if (document.getRoot().listAccessors().length === 0) {
    for (const buffer of document.getRoot().listBuffers()) {
      buffer.dispose();
    }
  }
}

/** A glTF camera looks along −Z, as in the document. The aspect ratio is left to the client. */
function createCamera(document: Document, name: string, { fov, near, far }: Lens): Camera {
  return (
    document
      .createCamera(name)
      .setYFov(MathUtils.degToRad(fov))
      .setZNear(near)
      // glTF requires far > near, which a document does not guarantee.
      .setZFar(Math.max(far, 2 * near))
  );
}

type BuilderParts = {
  document: Document;
  scene: SceneDocument;
  hierarchy: Hierarchy;
  shapes: ShapeFactory;
  ties: NodeDependencies;
  models: ModelFactory;
  /** Hidden nodes that interactions can show. */
  later: ReadonlySet<string>;
};

class SceneBuilder {
  /** The written nodes by their ids. */
  readonly built = new Map<string, Node>();
  readonly #parts: BuilderParts;

  constructor(parts: BuilderParts) {
    this.#parts = parts;
  }

  async children(parent: string | null): Promise<Node[]> {
    const { document, scene, hierarchy, later } = this.#parts;
    const built: Node[] = [];
    for (const id of childrenOf(hierarchy, parent)) {
      const node = scene.nodes[id];
      if (node?.visible) {
        built.push(await this.#build(id, node));
      } else if (node && later.has(sourceIdOf(id)) && !isRepeated(id)) {
        const hidden = await this.#build(id, node);
        const visibility = document.createExtension(KHRNodeVisibility).createVisibility().setVisible(false);
        built.push(hidden.setExtension(KHRNodeVisibility.EXTENSION_NAME, visibility));
      }
    }
    return built;
  }

  async #build(id: string, source: SceneNode): Promise<Node> {
    const node = this.#parts.document.createNode(source.name || source.kind);
    const { x, y, z, w } = new Quaternion().fromArray(source.rotation).normalize();
    if (source.description !== '') {
      node.setExtras({ description: source.description });
    }
    this.built.set(id, node);
    node.setTranslation(source.position).setRotation([x, y, z, w]).setScale(withThickness(source.scale));
    await this.#addContent(node, id, source);
    for (const child of await this.children(id)) {
      node.addChild(child);
    }
    return node;
  }

  async #addContent(node: Node, id: string, source: SceneNode): Promise<void> {
    const { document, scene, hierarchy, shapes, models, ties } = this.#parts;
    const light = lightOf(source);
    const file = fileOf(source);
    const lens = lensOf(source);
    if (light) {
      const world = () => worldMatrix(scene, hierarchy, id);
      addLight(node, light, { ...source, document, world });
    } else if (file) {
      await models.addTo(node, { ...source, id }, file);
    } else if (lens) {
      node.setCamera(createCamera(document, node.getName(), lens));
    } else {
      await shapes.addTo(node, { id, node: source, ties });
    }
  }
}

/**
 * Adds a punctual light along −Z to a node. The units are those of the document, candela and lux.
 * glTF has no ambient and no area lights.
 */
function addLight(node: Node, source: LightSource, { document, name, kind, world }: LitNode): void {
  if (source.type === 'ambient' || source.type === 'area') {
    return;
  }
  // Created here, so that a scene without lights does not declare the extension.
  const light = document
    .createExtension(KHRLightsPunctual)
    .createLight(name || kind)
    .setColor(linearColor(source.color))
    .setIntensity(source.intensity)
    .setType(source.type);
  if (source.type === 'spot') {
    light.setOuterConeAngle(source.angle);
    // The inner cone must be strictly smaller than the outer one.
    light.setInnerConeAngle(Math.min(source.angle * (1 - source.penumbra), source.angle - 1e-4));
  }
  if ('distance' in source) {
    setReach(light, source.distance);
  }
  const toward = source.type === 'directional' ? source.toward : null;
  const holder = toward ? addAimed(document, node, { toward, world: world() }) : node;
  holder.setExtension('KHR_lights_punctual', light);
}

/**
 * Adds a child whose −Z points to the world direction of the light, regardless of its ancestors' rotation.
 * The other children stay unchanged.
 */
function addAimed(
  document: Document,
  node: Node,
  { toward, world }: { toward: readonly [number, number, number]; world: Matrix4 },
): Node {
  const own = new Vector3(...toward).transformDirection(world.invert());
  const { x, y, z, w } = new Quaternion().setFromUnitVectors(FORWARD, own);
  const aimed = document.createNode(node.getName()).setRotation([x, y, z, w]);
  node.addChild(aimed);
  return aimed;
}

/** A distance of 0 is infinite, for which glTF omits the range. */
function setReach(light: Light, distance: number): void {
  if (distance > 0) {
    light.setRange(distance);
  }
}
