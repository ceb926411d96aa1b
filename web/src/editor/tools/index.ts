import type { EditorMessageKey } from '@diorama/shared/i18n/editor.en.ts';
import type { Editor } from '../editor.ts';
import { SelectTool } from './select/select-tool.ts';
import type { Tool } from './tool.ts';

/** What the rail, the shortcuts, the palette and the help sheet show of a tool. */
export type ToolEntry = {
  id: string;
  /** A lucide name in kebab case. */
  icon: string;
  label: EditorMessageKey;
  /** What the hint line says while it is in use and something is selected. */
  hint: EditorMessageKey;
  /** Whether it is there to change the scene, which not everybody may. */
  isEdit: boolean;
  key: string;
  make: (editor: Editor) => Tool;
};

/** All tools in the order of the rail; the first is the one to start with. */
export const toolEntries = [
  {
    id: 'select',
    icon: 'mouse-pointer-2',
    label: 'tool.select',
    hint: 'hint.selected',
    isEdit: false,
    key: 'Q',
    make: (editor) => new SelectTool(editor, 'select', null),
  },
  {
    id: 'move',
    icon: 'move-3d',
    label: 'tool.move',
    hint: 'hint.move',
    isEdit: true,
    key: 'W',
    make: (editor) => new SelectTool(editor, 'move', 'translate'),
  },
  {
    id: 'rotate',
    icon: 'rotate-3d',
    label: 'tool.rotate',
    hint: 'hint.rotate',
    isEdit: true,
    key: 'E',
    make: (editor) => new SelectTool(editor, 'rotate', 'rotate'),
  },
  {
    id: 'scale',
    icon: 'scale-3d',
    label: 'tool.scale',
    hint: 'hint.scale',
    isEdit: true,
    key: 'R',
    make: (editor) => new SelectTool(editor, 'scale', 'scale'),
  },
] as const satisfies readonly ToolEntry[];

/** The name of a tool. */
export type ToolId = (typeof toolEntries)[number]['id'];
