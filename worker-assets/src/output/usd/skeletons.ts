import { uniqueName } from '@diorama/shared/domain/unique-name.ts';
import type { Node, Primitive, Skin } from '@gltf-transform/core';
import { Matrix4, Quaternion, Vector3 } from 'three';
import { readFloats } from '../triangles.ts';
import type { UsdPrim } from '../usdc/layer.ts';
import { BlendShapes } from './blend-shapes.ts';
import type { AnimatedNodes } from './curves.ts';
import type { MeshWriter } from './meshes.ts';
import { timeCodes } from './transforms.ts';

/** Limit of poses. A pose is written for each key time of a joint. */
const MAX_POSES = 3000;
const JOINTS_A_VERTEX = 4;

/** A joint in USD's order: parents before children. */
type Joint = { node: Node; parent: number; token: string; bind: Matrix4 };

/**
 * Writes a skin and its meshes as one UsdSkel root below `scene`, which must be at the origin. glTF ignores
 * the transform of a skinned mesh's node, so joints are in world space.
 */
export class SkeletonWriter {
  readonly #scene: UsdPrim;
  readonly #meshes: MeshWriter;
  readonly #animations: AnimatedNodes;

  constructor(scene: UsdPrim, meshes: MeshWriter, animations: AnimatedNodes) {
    this.#scene = scene;
    this.#meshes = meshes;
    this.#animations = animations;
  }

  /** @returns the number of primitives that could not be written. */
  write(skin: Skin, nodes: readonly Node[]): number {
    const joints = readJoints(skin);
    const root = this.#scene.child(skin.getName() || 'Skin', 'SkelRoot', { apiSchemas: ['SkelBindingAPI'] });
    const skeleton = root.child('Skeleton', 'Skeleton', { apiSchemas: ['SkelBindingAPI'] });
    const tokens = joints.map((joint) => joint.token);
    skeleton.attribute('joints', 'token[]', tokens, { uniform: true });
    skeleton.attribute('bindTransforms', 'matrix4d[]', flatten(joints.map((joint) => joint.bind)), {
      uniform: true,
    });
    const rest = localMatrices(joints, (node) => new Matrix4().fromArray(node.getWorldMatrix()));
    skeleton.attribute('restTransforms', 'matrix4d[]', flatten(rest), { uniform: true });
    const shapes = new BlendShapes(this.#animations);
    const position = new Map(joints.map((joint, i) => [joint.node, i]));
    const order = skin.listJoints().map((node) => position.get(node) ?? 0);
    let dropped = 0;
    for (const node of nodes) {
      for (const primitive of node.getMesh()?.listPrimitives() ?? []) {
        const mesh = this.#meshes.write(root, node.getName() || 'Mesh', primitive, ['SkelBindingAPI']);
        if (mesh) {
          bind(mesh, skeleton, primitive, order);
          shapes.add(mesh, node, primitive);
        } else {
          dropped += 1;
        }
      }
    }
    const poses = this.#poses(joints);
    if (poses.times.length > 0 || !shapes.isEmpty) {
      const animation = skeleton.child('Animation', 'SkelAnimation');
      writePoses(animation, tokens, poses);
      if (!shapes.isEmpty) {
        shapes.writeWeights(animation);
      }
      skeleton.relationship('skel:animationSource', animation);
    }
    return dropped;
  }

  #poses(joints: readonly Joint[]): Poses {
    const moving = new Set(joints.flatMap(({ node }) => [node, ...ancestors(node)]));
    const times = limitTimes(this.#animations.timesOf(moving));
    return { times, poses: times.map((time) => poseAt(joints, this.#animations, time)) };
  }
}

type Poses = { times: readonly number[]; poses: Pose[] };

function writePoses(animation: UsdPrim, tokens: readonly string[], { times, poses }: Poses): void {
  if (times.length === 0) {
    return;
  }
  animation.attribute('joints', 'token[]', tokens, { uniform: true });
  const codes = timeCodes(times);
  const samples = (part: keyof Pose) => ({ times: codes, values: poses.map((pose) => pose[part]) });
  animation.animated('translations', 'float3[]', samples('translations'));
  animation.animated('rotations', 'quatf[]', samples('rotations'));
  animation.animated('scales', 'half3[]', samples('scales'));
}

function bind(mesh: UsdPrim, skeleton: UsdPrim, primitive: Primitive, order: readonly number[]): void {
  const joints = primitive.getAttribute('JOINTS_0');
  const weights = primitive.getAttribute('WEIGHTS_0');
  if (!joints || !weights) {
    return;
  }
  const indices = Int32Array.from(readFloats(joints, JOINTS_A_VERTEX), (index) => order[index] ?? 0);
  const perVertex = { interpolation: 'vertex', elementSize: JOINTS_A_VERTEX } as const;
  mesh.attribute('primvars:skel:jointIndices', 'int[]', indices, perVertex);
  const shares = normaliseWeights(readFloats(weights, JOINTS_A_VERTEX));
  mesh.attribute('primvars:skel:jointWeights', 'float[]', shares, perVertex);
  mesh.attribute('primvars:skel:geomBindTransform', 'matrix4d', new Matrix4().toArray());
  mesh.relationship('skel:skeleton', skeleton);
}

function normaliseWeights(weights: Float32Array): Float32Array {
  const out = new Float32Array(weights.length);
  for (let at = 0; at < weights.length; at += JOINTS_A_VERTEX) {
    const vertex = weights.subarray(at, at + JOINTS_A_VERTEX);
    const sum = vertex.reduce((total, weight) => total + weight, 0);
    vertex.forEach((weight, i) => {
      // A vertex without weights would vanish, so it follows its first joint.
      out[at + i] = sum > 0 ? weight / sum : Number(i === 0);
    });
  }
  return out;
}

function readJoints(skin: Skin): Joint[] {
  const nodes = skin.listJoints();
  const inverse = skin.getInverseBindMatrices();
  const binds = new Map(nodes.map((node, i) => [node, bindMatrix(inverse?.getElement(i, []))]));
  const sorted = [...nodes].sort((a, b) => ancestors(a).length - ancestors(b).length);
  const index = new Map(sorted.map((node, i) => [node, i]));
  const names = new Set<string>();
  const joints: Joint[] = [];
  for (const node of sorted) {
    const parentNode = ancestors(node).find((ancestor) => index.has(ancestor));
    const parent = parentNode ? (index.get(parentNode) ?? -1) : -1;
    const name = jointName(node, names);
    const parentToken = joints[parent]?.token;
    joints.push({
      node,
      parent,
      token: parentToken ? `${parentToken}/${name}` : name,
      bind: binds.get(node) ?? new Matrix4(),
    });
  }
  return joints;
}

function bindMatrix(inverse: number[] | undefined): Matrix4 {
  const matrix = inverse ? new Matrix4().fromArray(inverse) : new Matrix4();
  return matrix.determinant() === 0 ? new Matrix4() : matrix.invert();
}

/** Readers identify joints by the last part of their path, so it must be unique in the skeleton. */
function jointName(node: Node, taken: Set<string>): string {
  const base = (node.getName() || 'Joint').replace(/[^A-Za-z0-9_]/g, '_').replace(/^(?=\d)/, '_');
  const name = uniqueName(base, taken, { separator: '_', from: 1 });
  taken.add(name);
  return name;
}

function ancestors(node: Node): Node[] {
  const list: Node[] = [];
  for (let at = node.getParentNode(); at; at = at.getParentNode()) {
    list.push(at);
  }
  return list;
}

/** Joint matrices relative to the parent joint, from world matrices. */
function localMatrices(joints: readonly Joint[], worldOf: (node: Node) => Matrix4): Matrix4[] {
  const worlds = joints.map(({ node }) => worldOf(node));
  return joints.map(({ parent }, i) => {
    const world = worlds[i] ?? new Matrix4();
    const parentWorld = worlds[parent];
    return parentWorld && parentWorld.determinant() !== 0
      ? parentWorld.clone().invert().multiply(world)
      : world.clone();
  });
}

type Pose = { translations: Float32Array; rotations: Float32Array; scales: Float32Array };

function poseAt(joints: readonly Joint[], animations: AnimatedNodes, time: number): Pose {
  const worlds = new Map<Node, Matrix4>();
  const worldOf = (node: Node): Matrix4 => {
    const known = worlds.get(node);
    if (known) {
      return known;
    }
    const local = localAt(node, animations, time);
    const parent = node.getParentNode();
    const world = parent ? worldOf(parent).clone().multiply(local) : local;
    worlds.set(node, world);
    return world;
  };
  const pose: Pose = {
    translations: new Float32Array(joints.length * 3),
    rotations: new Float32Array(joints.length * 4),
    scales: new Float32Array(joints.length * 3),
  };
  const [translation, rotation, scale] = [new Vector3(), new Quaternion(), new Vector3()];
  localMatrices(joints, worldOf).forEach((matrix, i) => {
    matrix.decompose(translation, rotation, scale);
    translation.toArray(pose.translations, i * 3);
    rotation.toArray(pose.rotations, i * 4);
    scale.toArray(pose.scales, i * 3);
  });
  return pose;
}

function localAt(node: Node, animations: AnimatedNodes, time: number): Matrix4 {
  const translation = animations.curve(node, 'translation')?.at(time) ?? node.getTranslation();
  const rotation = animations.curve(node, 'rotation')?.at(time) ?? node.getRotation();
  const scale = animations.curve(node, 'scale')?.at(time) ?? node.getScale();
  return new Matrix4().compose(
    new Vector3().fromArray(translation),
    new Quaternion().fromArray(rotation),
    new Vector3().fromArray(scale),
  );
}

function limitTimes(times: readonly number[]): readonly number[] {
  if (times.length <= MAX_POSES) {
    return times;
  }
  const [start, end] = [times[0] ?? 0, times.at(-1) ?? 0];
  return Array.from({ length: MAX_POSES }, (_, i) => start + ((end - start) * i) / (MAX_POSES - 1));
}

function flatten(matrices: readonly Matrix4[]): Float64Array {
  return Float64Array.from(matrices.flatMap((matrix) => matrix.elements));
}
