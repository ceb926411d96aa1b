import type { Editor } from '../../editor.ts';
import { defineTool, type HintKey } from '../define-tool.ts';
import { readMeasures, writeMeasures } from './kept-measures.ts';
import { MeasureTool, measureToolOf } from './measure-tool.ts';

/** What comes next: the first point, the next one, or the end of a line that may have any number of them. */
function hintsOf({ tools }: Editor): readonly HintKey[] {
  const { current } = tools;
  if (!(current instanceof MeasureTool) || current.draft.get().length === 0) {
    return ['hint.measure', 'hint.measureThing'];
  }
  return current.isOpenEnded ? ['hint.measureArea', 'hint.axis'] : ['hint.measureNext', 'hint.axis'];
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
  make: (editor) => new MeasureTool(editor),
  kept: {
    write: (editor) => writeMeasures(measureToolOf(editor).measures.get()),
    takeUp: (editor, kept) => measureToolOf(editor).takeUp(readMeasures(kept)),
  },
  overlay: async () => (await import('./measure-lines.tsx')).MeasureLines,
  layer: async () => (await import('./measure-labels.tsx')).MeasureLabels,
  panel: async () => (await import('./measure-panel.tsx')).MeasurePanel,
});
