import type { MeasureMode } from '../../../scene/measure/measure.ts';
import type { Editor } from '../../editor.ts';
import { defineTool, type HintKey } from '../define-tool.ts';
import { readMeasures, writeMeasures } from './kept-measures.ts';
import { MeasureTool, measureToolOf } from './measure-tool.ts';

/** What begins a measure of each mode. */
const STARTS: Readonly<Record<MeasureMode, HintKey>> = {
  distance: 'hint.measure',
  angle: 'hint.measureAngle',
  area: 'hint.measureOutline',
  perimeter: 'hint.measureOutline',
};

/** What comes next: the first point, the next one, or the end of a line that may have any number of them. */
function hintsOf(editor: Editor): readonly HintKey[] {
  const { draft, mode, isOpenEnded } = measureToolOf(editor);
  if (draft.get().length === 0) {
    return [STARTS[mode.get()], 'hint.measureThing'];
  }
  return isOpenEnded ? ['hint.measureArea', 'hint.axis'] : ['hint.measureNext', 'hint.axis'];
}

export const distanceMeterTool = defineTool({
  id: 'distanceMeter',
  icon: 'ruler',
  label: 'tool.distanceMeter',
  key: 'M',
  // What somebody measures is their own and not part of the scene.
  group: 'marking',
  isEdit: false,
  hints: hintsOf,
  touchHint: 'hint.measure.touch',
  make: (editor) => new MeasureTool(editor),
  kept: {
    write: (editor) => writeMeasures(measureToolOf(editor).measures.get()),
    takeUp: (editor, kept) => measureToolOf(editor).takeUp(readMeasures(kept)),
  },
  overlay: async () => (await import('./measure-lines.tsx')).MeasureLines,
  layer: async () => (await import('./measure-labels.tsx')).MeasureLabels,
  panel: async () => (await import('./measure-panel.tsx')).MeasurePanel,
});
