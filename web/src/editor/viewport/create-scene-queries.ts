import type { ScenePicker } from '../../scene/picker.ts';
import type { SceneView } from '../../scene/scene-view.ts';
import { textureBytes } from '../../scene/texture-bytes.ts';
import type { SceneQueries } from '../scene-queries.ts';
import { createFileParts } from './file-parts.ts';

/** Queries of the editor to the viewport: a view, the picking module once loaded, and the renderer. */
export function createSceneQueries({
  view,
  picker,
  ...drawing
}: Pick<SceneQueries, 'picture' | 'depth' | 'onDrawn' | 'invalidate'> & {
  view: SceneView;
  picker: () => ScenePicker | null;
}): SceneQueries {
  return {
    ...drawing,
    hits: (ray, without) => picker()?.pickAll(ray, without) ?? [],
    boundsOf: (ids) => view.boundsOf(ids),
    shownBoxes: () => view.nodes.shownBoxes(),
    ownBoxOf: (id) => view.nodes.ownBoxOf(id),
    isDrawn: (id) => view.nodes.isDrawn(id),
    textureBytes: () => textureBytes(view.nodes.pickable),
    placeAtSurfacePoint: (id, spot, into) => view.nodes.placeAtSurfacePoint(id, spot, into),
    showAs: (id, props) => view.showAs(id, props),
    partsOf: createFileParts(view.nodes),
  };
}
