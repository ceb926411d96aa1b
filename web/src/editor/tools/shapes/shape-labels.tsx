import { Vector3 } from 'three';
import { quantityOf, showQuantity } from '../../../scene/measure/quantity.ts';
import { useEditorTranslations } from '../../hooks/use-editor-translations.ts';
import { useNodes, useScene } from '../../hooks/use-scene.ts';
import { useSignalValue } from '../../hooks/use-signal-value.ts';
import { shapeBoxOf } from '../../queries/resize.ts';
import { SceneLabel } from '../scene-label.tsx';
import type { ShapeTool } from './shape-tool.ts';

/** Size of the shape that is being drawn. */
export function ShapeLabels({ tool }: { tool: ShapeTool }) {
  const quantity = quantityOf(
    'metres',
    useScene(({ unit }) => unit),
  );
  const { t, language } = useEditorTranslations();
  const id = useSignalValue(tool.drawn);
  const isThin = useSignalValue(tool.isThin);
  const typed = useSignalValue(tool.typed);
  const [node] = useNodes(id === null ? [] : [id]);
  if (!node) {
    return null;
  }
  const box = shapeBoxOf(node);
  const size = box.getSize(new Vector3());
  const top = box
    .getCenter(new Vector3())
    .setY(box.max.y)
    .add(new Vector3(...node.position));
  const isMistyped = typed !== null && tool.typedHeight === null;
  const show = (value: number) => showQuantity(value, quantity, { language, decimals: 2 });
  const height = typed === null ? show(size.y) : `${typed}▏`;
  const isHeightShown = typed !== null || !isThin;
  return (
    <SceneLabel at={top} tone={isMistyped ? 'danger' : 'active'}>
      <span role={typed === null ? undefined : 'status'}>
        {[show(size.x), ...(isHeightShown ? [height] : []), show(size.z)].join(' × ')} {quantity.suffix}
        {isMistyped && ` · ${t('wall.refused.length')}`}
      </span>
    </SceneLabel>
  );
}
