import {
  copyOf,
  type FbxGraph,
  type FbxLink,
  fbxNameOf,
  freeIds,
  holdingLink,
  idValue,
  linksOf,
  objectsOf,
  removeLinks,
} from './fbx-graph.ts';
import { childOf, type FbxNode, fbxArrayNode, fbxNumbers, numberAt, textAt } from './fbx-node.ts';

const WHOLE = 100;

/** A shape of a channel, and the channel's percentage at which the shape has full weight. */
type Step = { shape: FbxLink; full: number };

/**
 * Splits channels with in-between shapes into one channel per shape, in place, with equivalent weights. three.js'
 * loader reads only one shape per channel, and glTF has no in-between shapes.
 */
export function splitInBetweenShapes(graph: FbxGraph): void {
  const links = linksOf(graph);
  const nextId = freeIds(links);
  const geometries = objectsOf(graph, 'Geometry');
  const gone = new Set<FbxNode>();
  for (const [id, channel] of objectsOf(graph, 'Deformer')) {
    const shapes = links.filter(({ from, to }) => to === id && geometries.has(from));
    const steps =
      textAt(channel, 2) === 'BlendShapeChannel' && shapes.length > 1 ? stepsOf(channel, shapes) : [];
    if (steps.length > 0) {
      splitChannel({ graph, links, nextId, gone }, { id, channel, steps });
    }
  }
  removeLinks(graph, gone);
}

function stepsOf(channel: FbxNode, shapes: readonly FbxLink[]): Step[] {
  const full = fbxNumbers(childOf(channel, 'FullWeights'));
  return shapes
    .map((shape, at) => ({ shape, full: full[at] ?? (WHOLE * (at + 1)) / shapes.length }))
    .toSorted((a, b) => a.full - b.full);
}

type Splitting = { graph: FbxGraph; links: readonly FbxLink[]; nextId: () => number; gone: Set<FbxNode> };

function splitChannel(
  splitting: Splitting,
  { id, channel, steps }: { id: number; channel: FbxNode; steps: readonly Step[] },
): void {
  const { graph, links, nextId, gone } = splitting;
  const thresholds = steps.map(({ full }) => full);
  const percent = numberAt(childOf(channel, 'DeformPercent') ?? channel, 0) ?? 0;
  const isStatic = childOf(channel, 'DeformPercent') !== undefined;
  const curveNodes = objectsOf(graph, 'AnimationCurveNode');
  const animations = links.filter(({ from, to }) => to === id && curveNodes.has(from));
  const holders = links.filter(({ from, to }) => from === id && !curveNodes.has(to));
  for (const [at, { shape }] of steps.entries()) {
    const part = nextId();
    const weightAt = (value: number) => weightOfStep(thresholds, at, value);
    const name = `${fbxNameOf(channel)} ${at + 1}`;
    const children = [fbxArrayNode('FullWeights', { kind: 'd', values: Float64Array.of(WHOLE) })];
    graph.objects.children.push({
      name: 'Deformer',
      values: [
        idValue(part),
        { kind: 'text', value: `${name}\0\u0001SubDeformer` },
        { kind: 'text', value: 'BlendShapeChannel' },
      ],
      children: isStatic ? [...children, numberNode('DeformPercent', weightAt(percent))] : children,
    });
    shape.node.values = holdingLink(shape.from, part).values;
    graph.connections.children.push(...holders.map(({ to }) => holdingLink(part, to)));
    for (const animation of animations) {
      copyAnimation(splitting, { animation, target: part, thresholds, weightAt });
    }
  }
  for (const { node } of [...holders, ...animations]) {
    gone.add(node);
  }
}

/**
 * Percentage of one shape of a channel: between two shapes their weights cross-fade, beyond the last one it
 * extrapolates.
 */
function weightOfStep(thresholds: readonly number[], at: number, value: number): number {
  const [before, full, after] = [
    at === 0 ? 0 : (thresholds[at - 1] ?? 0),
    thresholds[at] ?? WHOLE,
    thresholds[at + 1],
  ];
  if (value <= full || after === undefined) {
    const rise = (value - before) / (full - before || 1);
    return WHOLE * (at === 0 ? rise : Math.max(0, rise));
  }
  return WHOLE * Math.max(0, (after - value) / (after - full || 1));
}

function copyAnimation(
  { graph, links, nextId }: Splitting,
  copy: {
    animation: FbxLink;
    target: number;
    thresholds: readonly number[];
    weightAt: (value: number) => number;
  },
): void {
  const { animation, target, thresholds, weightAt } = copy;
  const curves = objectsOf(graph, 'AnimationCurve');
  const node = objectsOf(graph, 'AnimationCurveNode').get(animation.from);
  const curveLink = links.find(({ from, to }) => to === animation.from && curves.has(from));
  const curve = curveLink && curves.get(curveLink.from);
  if (!node || !curve) {
    return;
  }
  const [nodeId, curveId] = [nextId(), nextId()];
  graph.objects.children.push(copyOf(node, nodeId), mappedCurve(curve, curveId, { thresholds, weightAt }));
  graph.connections.children.push(
    ...links
      .filter(({ from, to }) => from === animation.from && to !== animation.to)
      .map(({ to }) => holdingLink(nodeId, to)),
    {
      ...animation.node,
      values: [...animation.node.values.with(1, idValue(nodeId)).with(2, idValue(target))],
    },
    {
      ...curveLink.node,
      values: [...curveLink.node.values.with(1, idValue(curveId)).with(2, idValue(nodeId))],
    },
  );
}

/** A curve with mapped values, and additional keys where the channel passes a full shape. */
function mappedCurve(
  curve: FbxNode,
  id: number,
  { thresholds, weightAt }: { thresholds: readonly number[]; weightAt: (value: number) => number },
): FbxNode {
  const times = timesIn(childOf(curve, 'KeyTime'));
  const values = fbxNumbers(childOf(curve, 'KeyValueFloat'));
  const keys: { time: bigint; value: number }[] = [];
  for (const [at, time] of times.entries()) {
    const value = values[at] ?? 0;
    const last = keys.at(-1);
    if (last) {
      const passed = thresholds
        .map((threshold) => ({ threshold, share: (threshold - last.value) / (value - last.value) }))
        .filter(({ share }) => share > 0 && share < 1)
        .toSorted((a, b) => a.share - b.share);
      for (const { threshold, share } of passed) {
        keys.push({
          time: last.time + BigInt(Math.round(Number(time - last.time) * share)),
          value: threshold,
        });
      }
    }
    keys.push({ time, value });
  }
  return {
    ...copyOf(curve, id),
    children: [
      fbxArrayNode('KeyTime', { kind: 'l', values: BigInt64Array.from(keys, (key) => key.time) }),
      fbxArrayNode('KeyValueFloat', {
        kind: 'f',
        values: Float32Array.from(keys, (key) => weightAt(key.value)),
      }),
    ],
  };
}

function timesIn(node: FbxNode | undefined): bigint[] {
  const value = node?.values[0];
  // Text files have times among other numbers.
  return value?.kind === 'l'
    ? [...value.values]
    : Array.from(fbxNumbers(node), (time) => BigInt(Math.round(time)));
}

function numberNode(name: string, value: number): FbxNode {
  return { name, values: [{ kind: 'double', value }], children: [] };
}
