import type { SceneNode } from '@diorama/shared/scene/document.ts';
import { measuredBy } from '@diorama/shared/scene/nodes/kinds.ts';
import type { Matrix4 } from 'three';
import type { ShownMeasure } from './measure-overlay.ts';
import { measureText } from './measure-text.ts';
import { pointsInScene } from './measured-line.ts';
import type { LengthManner } from './quantity.ts';

/** Measurement that a node stores, as it is drawn with a world matrix; null for other nodes. */
export function storedMeasure(
  { id, node, world }: { id: string; node: SceneNode; world: Matrix4 },
  manner: LengthManner,
): ShownMeasure | null {
  const line = measuredBy(node);
  if (!line) {
    return null;
  }
  const points = pointsInScene(line, world);
  const value = measureText(line.mode, points, manner);
  return {
    id,
    mode: line.mode,
    points: points.map(({ point }) => point),
    text: line.showsName && value !== '' ? `${node.name}: ${value}` : value,
    color: line.color,
  };
}
