import type { AnimationChannel, Camera, Document, Skin } from '@gltf-transform/core';
import type { Light } from '@gltf-transform/extensions';
import type { Repairs } from './repair.ts';

/**
 * A model is its default scene; a file without any, or with an empty one alone, is meant to show all of its nodes.
 */
export function keepOneScene(document: Document): void {
  const root = document.getRoot();
  const scenes = root.listScenes();
  const scene = root.getDefaultScene() ?? scenes[0] ?? document.createScene();
  root.setDefaultScene(scene);
  if (scenes.every((each) => each.listChildren().length === 0)) {
    for (const node of root.listNodes().filter((candidate) => candidate.getParentNode() === null)) {
      scene.addChild(node);
    }
  }
  for (const other of scenes) {
    if (other !== scene) {
      other.dispose();
    }
  }
}

/** Skins bend what says which joints it follows, and nothing else; a joint without a matrix is where it rests. */
export function repairSkins(document: Document, repairs: Repairs): void {
  const root = document.getRoot();
  for (const mesh of root.listMeshes()) {
    for (const primitive of mesh.listPrimitives()) {
      const isWhole = primitive.getAttribute('JOINTS_0') && primitive.getAttribute('WEIGHTS_0');
      const semantics = primitive.listSemantics().filter((name) => /^(JOINTS|WEIGHTS)_/.test(name));
      if (!isWhole && semantics.length > 0) {
        for (const semantic of semantics) {
          primitive.setAttribute(semantic, null);
        }
        repairs.add('Joints or their weights were missing, and the others were removed.');
      }
    }
  }
  for (const node of root.listNodes()) {
    const parts = node.getMesh()?.listPrimitives() ?? [];
    if (node.getSkin() && parts.length > 0 && !parts.some((part) => part.getAttribute('JOINTS_0'))) {
      node.setSkin(null);
      repairs.add('Skins that bend nothing were removed.');
    }
  }
  for (const skin of root.listSkins()) {
    // The common root is optional, often wrong, and then an error.
    skin.setSkeleton(null);
    addMatrices(document, skin);
  }
}

const IDENTITY = [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1] as const;

/** The matrices may be left out, where each is the identity; what packs positions scales them. */
function addMatrices(document: Document, skin: Skin): void {
  if (!skin.getInverseBindMatrices()) {
    const array = Float32Array.from(skin.listJoints().flatMap(() => IDENTITY));
    const [buffer = document.createBuffer()] = document.getRoot().listBuffers();
    skin.setInverseBindMatrices(document.createAccessor().setType('MAT4').setArray(array).setBuffer(buffer));
  }
}

/** A channel that fits no node moves nothing, two may not move the same, and a clip without channels is an error. */
export function repairAnimations(document: Document, repairs: Repairs): void {
  for (const animation of document.getRoot().listAnimations()) {
    const moved = new Map<unknown, Set<unknown>>();
    for (const channel of animation.listChannels()) {
      const paths = moved.get(channel.getTargetNode()) ?? new Set();
      moved.set(channel.getTargetNode(), paths);
      if (!isSoundChannel(channel) || paths.has(channel.getTargetPath())) {
        repairs.add('Movements that fit nothing were removed.');
        channel.dispose();
      }
      paths.add(channel.getTargetPath());
    }
    if (animation.listChannels().length === 0) {
      animation.dispose();
    }
  }
}

/** Whether there is a node, and a value for each of the times. */
function isSoundChannel(channel: AnimationChannel): boolean {
  const node = channel.getTargetNode();
  const sampler = channel.getSampler();
  const times = sampler?.getInput()?.getCount() ?? 0;
  const values = sampler?.getOutput()?.getCount() ?? 0;
  const targets = node?.getMesh()?.listPrimitives()[0]?.listTargets().length ?? 0;
  const perTime = channel.getTargetPath() === 'weights' ? targets : 1;
  const perValue = sampler?.getInterpolation() === 'CUBICSPLINE' ? 3 : 1;
  return node !== null && times > 0 && values > 0 && values === times * perTime * perValue;
}

/**
 * Takes out cameras and lights whose numbers make none, in place: what is not geometry never refuses geometry.
 * @returns what was dropped, a line each, for the import's report.
 */
export function dropUnsound(document: Document): string[] {
  const root = document.getRoot();
  const lights = new Set(
    root.listNodes().flatMap((node) => node.getExtension<Light>('KHR_lights_punctual') ?? []),
  );
  const unsound = [
    ...root.listCameras().filter((camera) => !isSoundCamera(camera)),
    ...[...lights].filter((light) => !isSoundLight(light)),
  ];
  return unsound.map((property) => {
    const kind = property.propertyType === 'Camera' ? 'camera' : 'light';
    property.dispose();
    return `The ${kind} ${property.getName() || 'without a name'}, whose numbers make no sense`;
  });
}

function isSoundCamera(camera: Camera): boolean {
  const near = camera.getZNear();
  const far = camera.getZFar() ?? Number.POSITIVE_INFINITY;
  const aspect = camera.getAspectRatio() ?? 1;
  const isShown =
    camera.getType() === 'perspective'
      ? near > 0 && camera.getYFov() > 0 && aspect > 0
      : near >= 0 && camera.getXMag() !== 0 && camera.getYMag() !== 0;
  return isShown && far > near;
}

function isSoundLight(light: Light): boolean {
  const [inner, outer] = [light.getInnerConeAngle(), light.getOuterConeAngle()];
  const isCone = inner >= 0 && inner < outer && outer <= Math.PI / 2;
  return (
    /^(directional|point|spot)$/.test(light.getType()) &&
    light.getColor().every((part) => part >= 0 && part <= 1) &&
    light.getIntensity() >= 0 &&
    (light.getRange() ?? 1) > 0 &&
    (light.getType() !== 'spot' || isCone)
  );
}
