import { isMeasured, measuredBy, nodeKindNames } from '@diorama/shared/scene/nodes/kinds.ts';
import type { MeasurePoint } from '../../../../scene/measure/measure.ts';
import { MAX_MEASURES, pointsInScene } from '../../../../scene/measure/measured-line.ts';
import type { Permission, SceneReader } from '../../../parts.ts';

/** Stored measure with its points in world space. */
type SceneMeasure = { id: string; points: readonly MeasurePoint[] };

const MEASURED = nodeKindNames.filter(isMeasured);

/** Visible measures of the scene whose points the user may move. */
export function editableMeasures({
  scene,
  isReadOnly,
  visibility,
}: Permission & SceneReader): SceneMeasure[] {
  if (isReadOnly.value) {
    return [];
  }
  return scene
    .nodesOf(...MEASURED)
    .slice(0, MAX_MEASURES)
    .flatMap(([id, node]) => {
      const line = visibility.isReachable(id) ? measuredBy(node) : undefined;
      return line ? [{ id, points: pointsInScene(line, scene.worldOf(id)) }] : [];
    });
}
