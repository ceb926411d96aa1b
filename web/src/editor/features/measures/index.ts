import type { MeasureMode } from '@diorama/shared/scene/nodes/measure/modes.ts';
import { defineTool, type HintKey } from '../../tools/define-tool.ts';
import type { ToolContext } from '../../tools/tool.ts';
import type { MeasureTool } from './measure-tool.ts';

/** Hint for the first point, by mode. */
const STARTS: Readonly<Record<MeasureMode, HintKey>> = {
  distance: 'hint.measure',
  arc: 'hint.measureArc',
  angle: 'hint.measureAngle',
  area: 'hint.measureOutline',
  perimeter: 'hint.measureOutline',
};

/** Hints for the next click: the first point, another point, or the end of an open-ended measure. */
function hintsOf(_editor: ToolContext, { draft, mode, isOpenEnded }: MeasureTool): readonly HintKey[] {
  if (draft.value.length === 0) {
    return [STARTS[mode.value], 'hint.measureThing'];
  }
  return isOpenEnded ? ['hint.measureArea', 'hint.axis'] : ['hint.measureNext', 'hint.axis'];
}

export const distanceMeterTool = defineTool({
  id: 'distanceMeter',
  icon: 'ruler',
  label: 'tool.distanceMeter',
  key: 'M',
  // Measures belong to the user and are not part of the scene.
  group: 'marking',
  isEdit: false,
  hints: hintsOf,
  touchHint: 'hint.measure.touch',
  fetch: async () => {
    const { MeasureTool } = await import('./measure-tool.ts');
    return (editor) => new MeasureTool(editor);
  },
  isKept: true,
  layer: async () => (await import('./measure-labels.tsx')).MeasureLabels,
  panel: async () => (await import('./measure-panel.tsx')).MeasurePanel,
});
