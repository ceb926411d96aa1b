import type { Mesh, Node, Primitive, PrimitiveTarget } from '@gltf-transform/core';
import { readFloats } from '../triangles.ts';
import type { UsdPrim } from '../usdc/layer.ts';
import type { AnimatedNodes } from './curves.ts';
import { timeCodes } from './transforms.ts';

/** A target's weight in the animation that all meshes of a skeleton share. */
type Channel = { token: string; node: Node; target: number };

/** Whether a mesh can change its shape by the weights of targets. */
export function hasTargets(mesh: Mesh): boolean {
  return mesh.listPrimitives().some((primitive) => primitive.listTargets().length > 0);
}

/** The blend shapes of the meshes that one skeleton moves, and their weights over time. */
export class BlendShapes {
  readonly #animations: AnimatedNodes;
  readonly #channels: Channel[] = [];

  constructor(animations: AnimatedNodes) {
    this.#animations = animations;
  }

  /** Writes the targets of a primitive below its mesh, which must have the API schema for binding. */
  add(mesh: UsdPrim, node: Node, primitive: Primitive): void {
    const targets = primitive.listTargets();
    if (targets.length === 0) {
      return;
    }
    const tokens = targets.map((_, target) => this.#tokenOf(node, target));
    const shapes = targets.map((target, i) => writeShape(mesh, tokens[i] ?? '', target));
    mesh.attribute('skel:blendShapes', 'token[]', tokens, { uniform: true });
    mesh.relationship('skel:blendShapeTargets', ...shapes);
  }

  get isEmpty(): boolean {
    return this.#channels.length === 0;
  }

  /** Writes the weights of all shapes that were added. */
  writeWeights(animation: UsdPrim): void {
    const tokens = this.#channels.map(({ token }) => token);
    animation.attribute('blendShapes', 'token[]', tokens, { uniform: true });
    const times = new Set(
      this.#channels.flatMap(({ node }) => this.#animations.curve(node, 'weights')?.times ?? []),
    );
    if (times.size === 0) {
      animation.attribute('blendShapeWeights', 'float[]', this.#weightsAt(0));
      return;
    }
    const moments = [...times].sort((a, b) => a - b);
    const values = moments.map((time) => this.#weightsAt(time));
    const samples = { times: timeCodes(moments), values };
    // Some readers reject weights without a default value.
    animation.animated('blendShapeWeights', 'float[]', samples, values[0]);
  }

  #tokenOf(node: Node, target: number): string {
    const known = this.#channels.find((channel) => channel.node === node && channel.target === target);
    const token = known?.token ?? `shape_${this.#channels.length}`;
    if (!known) {
      this.#channels.push({ token, node, target });
    }
    return token;
  }

  #weightsAt(seconds: number): Float32Array {
    return Float32Array.from(this.#channels, ({ node, target }) => {
      const curve = this.#animations.curve(node, 'weights');
      const own = node.getWeights();
      const rest = own.length > 0 ? own : (node.getMesh()?.getWeights() ?? []);
      return (curve ? curve.at(seconds) : rest)[target] ?? 0;
    });
  }
}

/** Only the points that move are written. */
function writeShape(mesh: UsdPrim, name: string, target: PrimitiveTarget): UsdPrim {
  const shape = mesh.child(name, 'BlendShape');
  const position = target.getAttribute('POSITION');
  const normal = target.getAttribute('NORMAL');
  const offsets = position ? readFloats(position, 3) : new Float32Array();
  const turns = normal ? readFloats(normal, 3) : new Float32Array(offsets.length);
  const count = Math.max(offsets.length, turns.length) / 3;
  const moving = Array.from({ length: count }, (_, point) => point).filter((point) =>
    [0, 1, 2].some((axis) => (offsets[point * 3 + axis] ?? 0) !== 0 || (turns[point * 3 + axis] ?? 0) !== 0),
  );
  const pick = (from: Float32Array) =>
    Float32Array.from(moving.flatMap((point) => [0, 1, 2].map((axis) => from[point * 3 + axis] ?? 0)));
  shape.attribute('offsets', 'vector3f[]', pick(offsets), { uniform: true });
  if (normal) {
    shape.attribute('normalOffsets', 'vector3f[]', pick(turns), { uniform: true });
  }
  shape.attribute('pointIndices', 'int[]', Int32Array.from(moving), { uniform: true });
  return shape;
}
