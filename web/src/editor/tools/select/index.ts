import type { GizmoMode } from '../../kernels/gizmo.ts';
import { defineTool, type HintKey, type MakeTool, type ToolPart } from '../define-tool.ts';
import type { ToolContext } from '../tool.ts';
import type { SelectTool } from './select-tool.ts';

/** Four tools share one state machine that selects and moves; they differ in their gizmos. */

const layer: ToolPart<SelectTool> = async () => (await import('./layer.tsx')).SelectLayer;
const overlay: ToolPart<SelectTool> = async () => (await import('./select-overlay.tsx')).SelectOverlay;

/** Loads the state machine for a tool with a gizmo, null for none. */
function fetchWith(...tool: [id: string, mode: GizmoMode | null]): () => Promise<MakeTool<SelectTool>> {
  return async () => {
    const module = await import('./select-tool.ts');
    return (editor) => new module.SelectTool(editor, ...tool);
  };
}

/** Pointer hints, and where the gizmo snaps, how to disable snapping. */
function hintsOf(hint: HintKey, hasHandles: boolean): (editor: ToolContext) => HintKey[] {
  return ({ selection, preferences, isReadOnly }) => {
    if (isReadOnly.value) {
      return ['hint.look'];
    }
    if (selection.ids.value.length === 0) {
      return ['hint.nothing'];
    }
    return hasHandles && preferences.values.value.isSnapping
      ? [hint, 'hint.free', 'hint.copy']
      : [hint, 'hint.copy'];
  };
}

export const selectTool = defineTool({
  id: 'select',
  icon: 'mouse-pointer-2',
  label: 'tool.select',
  key: 'Q',
  group: 'handles',
  isEdit: false,
  hints: hintsOf('hint.selected', false),
  fetch: fetchWith('select', null),
  layer,
  overlay,
});

export const moveTool = defineTool({
  id: 'move',
  icon: 'move-3d',
  label: 'tool.move',
  key: 'W',
  group: 'handles',
  isEdit: true,
  hints: hintsOf('hint.move', true),
  help: ['help.tool.move.copy', 'help.tool.move.catch', 'help.tool.move.free', 'help.tool.move.invert'],
  fetch: fetchWith('move', 'translate'),
  layer,
  overlay,
});

export const rotateTool = defineTool({
  id: 'rotate',
  icon: 'rotate-3d',
  label: 'tool.rotate',
  key: 'E',
  group: 'handles',
  isEdit: true,
  hints: hintsOf('hint.rotate', true),
  fetch: fetchWith('rotate', 'rotate'),
  layer,
  overlay,
});

export const scaleTool = defineTool({
  id: 'scale',
  icon: 'scale-3d',
  label: 'tool.scale',
  key: 'R',
  group: 'handles',
  isEdit: true,
  hints: hintsOf('hint.scale', true),
  fetch: fetchWith('scale', 'scale'),
  layer,
  overlay,
});
