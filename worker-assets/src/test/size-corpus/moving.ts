import type { Node } from '@gltf-transform/core';
import { type BufferGeometry, CylinderGeometry, Quaternion, SphereGeometry, Vector3 } from 'three';
import { ModelBuilder } from './model-builder.ts';
import { asJpeg, clouds } from './pictures.ts';

const FRAMES_PER_SECOND = 30;
const BONE_LENGTH = 0.1;

/** Boxes that rotate and rise for ten seconds, with a key in every frame, as baked by a modelling program. */
export function turning(count: number, geometry: BufferGeometry): ModelBuilder {
  const builder = new ModelBuilder();
  const mesh = builder.mesh('Box', geometry, builder.material('Paint'));
  const nodes = Array.from({ length: count }, (_, i) => builder.place(`Box ${i}`, mesh, [i * 2, 0, 0]));
  const animation = builder.document.createAnimation('Turn');
  nodes.forEach((node, i) => {
    bake(builder, animation, node, { seconds: 10, phase: i, rise: 0.3 });
  });
  return builder;
}

type Bake = { seconds: number; phase: number; rise: number };

/** Adds rotation, translation and a scale that never changes. */
function bake(
  builder: ModelBuilder,
  animation: ReturnType<ModelBuilder['document']['createAnimation']>,
  node: Node,
  { seconds, phase, rise }: Bake,
): void {
  const frames = seconds * FRAMES_PER_SECOND + 1;
  const times = Float32Array.from({ length: frames }, (_, i) => i / FRAMES_PER_SECOND);
  const [turns, moves, sizes] = [
    new Float32Array(frames * 4),
    new Float32Array(frames * 3),
    new Float32Array(frames * 3),
  ];
  const [x, y, z] = node.getTranslation();
  times.forEach((time, i) => {
    const turn = new Quaternion().setFromAxisAngle(
      new Vector3(0, 1, 0.2).normalize(),
      Math.sin(time + phase),
    );
    turn.toArray(turns, i * 4);
    moves.set([x, y + rise * Math.sin(time * 2 + phase), z], i * 3);
    sizes.set([1, 1, 1], i * 3);
  });
  const input = builder.accessor('SCALAR', times);
  const paths = [
    ['rotation', builder.accessor('VEC4', turns)],
    ['translation', builder.accessor('VEC3', moves)],
    ['scale', builder.accessor('VEC3', sizes)],
  ] as const;
  for (const [path, output] of paths) {
    const sampler = builder.document.createAnimationSampler().setInput(input).setOutput(output);
    const channel = builder.document.createAnimationChannel();
    animation
      .addSampler(sampler)
      .addChannel(channel.setTargetNode(node).setTargetPath(path).setSampler(sampler));
  }
}

/** A skinned tentacle, four weights a vertex, with a texture. */
export async function skinned(bones: number, segments: number): Promise<ModelBuilder> {
  const builder = new ModelBuilder();
  const length = bones * BONE_LENGTH;
  const tube = new CylinderGeometry(0.4, 0.2, length, segments, bones * 4);
  const geometry = scaly(tube).translate(0, length / 2, 0);
  const skinPicture = builder.texture('Skin', await asJpeg(await clouds(256, bones)), 'image/jpeg');
  const look = builder.material('Skin', [1, 1, 1]).setBaseColorTexture(skinPicture);
  const mesh = builder.mesh('Tentacle', geometry, look);
  const [primitive] = mesh.listPrimitives();
  const position = geometry.getAttribute('position');
  const joints = new Uint8Array(position.count * 4);
  const weights = new Float32Array(position.count * 4);
  for (let i = 0; i < position.count; i += 1) {
    const at = Math.min(bones - 1.001, Math.max(0, position.getY(i) / BONE_LENGTH));
    const first = Math.floor(at);
    joints.set([first, Math.min(bones - 1, first + 1), 0, 0], i * 4);
    weights.set([1 - (at - first), at - first, 0, 0], i * 4);
  }
  primitive?.setAttribute('JOINTS_0', builder.accessor('VEC4', joints));
  primitive?.setAttribute('WEIGHTS_0', builder.accessor('VEC4', weights));
  const skin = builder.document.createSkin('Bones');
  const animation = builder.document.createAnimation('Wave');
  const inverse = new Float32Array(bones * 16);
  let parent: Node | null = null;
  for (let i = 0; i < bones; i += 1) {
    const bone = builder.document.createNode(`Bone ${i}`).setTranslation([0, i === 0 ? 0 : BONE_LENGTH, 0]);
    inverse.set([1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, -i * BONE_LENGTH, 0, 1], i * 16);
    if (parent) {
      parent.addChild(bone);
    } else {
      builder.scene.addChild(bone);
    }
    skin.addJoint(bone);
    bake(builder, animation, bone, { seconds: 4, phase: i / 3, rise: 0 });
    parent = bone;
  }
  skin.setInverseBindMatrices(builder.accessor('MAT4', inverse));
  builder.place('Body', mesh).setSkin(skin);
  return builder;
}

/** A head with facial expressions: each target moves a part of it, and the weights move for three seconds. */
export function morphed(targets: number, segments: number): ModelBuilder {
  const builder = new ModelBuilder();
  const geometry = scaly(new SphereGeometry(1, segments, segments / 2));
  const mesh = builder.mesh('Head', geometry, builder.material('Skin'));
  const position = geometry.getAttribute('position');
  for (let target = 0; target < targets; target += 1) {
    const moves = new Float32Array(position.count * 3);
    const center = new Vector3().setFromSphericalCoords(1, 0.5 + target * 0.3, target * 1.7);
    const point = new Vector3();
    for (let i = 0; i < position.count; i += 1) {
      const near = Math.max(0, 1 - point.fromBufferAttribute(position, i).distanceTo(center) / 0.6);
      point.multiplyScalar(0.2 * near * near).toArray(moves, i * 3);
    }
    const shape = builder.document.createPrimitiveTarget(`Shape ${target}`);
    mesh.listPrimitives()[0]?.addTarget(shape.setAttribute('POSITION', builder.accessor('VEC3', moves)));
  }
  mesh.setWeights(new Array(targets).fill(0));
  const node = builder.place('Head', mesh);
  const frames = 3 * FRAMES_PER_SECOND + 1;
  const times = Float32Array.from({ length: frames }, (_, i) => i / FRAMES_PER_SECOND);
  const weights = new Float32Array(frames * targets).map(
    (_, i) => 0.5 + 0.5 * Math.sin(Math.floor(i / targets) / 15 + (i % targets)),
  );
  const sampler = builder.document.createAnimationSampler();
  sampler.setInput(builder.accessor('SCALAR', times)).setOutput(builder.accessor('SCALAR', weights));
  const channel = builder.document.createAnimationChannel().setTargetNode(node).setTargetPath('weights');
  builder.document.createAnimation('Faces').addSampler(sampler).addChannel(channel.setSampler(sampler));
  return builder;
}

/**
 * Moves every vertex in or out a little, as skin is not smooth. Flat parts could be simplified without a
 * visible change at rest.
 */
function scaly(geometry: BufferGeometry): BufferGeometry {
  const position = geometry.getAttribute('position');
  for (let i = 0; i < position.count; i += 1) {
    const [x, y, z] = [position.getX(i), position.getY(i), position.getZ(i)];
    const out = 1 + 0.04 * Math.sin(x * 17 + y * 5) * Math.sin(z * 19 + y * 7);
    position.setXYZ(i, x * out, y, z * out);
  }
  geometry.computeVertexNormals();
  return geometry;
}
