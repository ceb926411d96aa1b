import { clipboardText, paste } from '../commands/clipboard.ts';
import { deleteSelection, duplicateSelection, selectAll } from '../commands/selection.ts';
import type { Action } from './action.ts';
import { hasFree, hasSelection } from './selection-state.ts';

/** Undo and redo of the user's edits. */
export const historyActions: readonly Action[] = [
  {
    id: 'undo',
    label: 'action.undo',
    group: 'edit',
    icon: 'undo-2',
    keys: ['Mod+Z'],
    isEdit: true,
    predicate: ({ history, tools }) => tools.current.state.hasDraft || history.state.value.canUndo,
    reason: 'reason.undo',
    notice: 'history.empty',
    perform: ({ editor }) => editor.tools.undo() || editor.history.undo(),
  },
  {
    id: 'redo',
    label: 'action.redo',
    group: 'edit',
    icon: 'redo-2',
    keys: ['Mod+Y', 'Mod+Shift+Z'],
    isEdit: true,
    predicate: ({ history }) => history.state.value.canRedo,
    reason: 'reason.redo',
    perform: ({ editor }) => editor.history.redo(),
  },
];

/** Actions for the whole selection. Copy and paste shortcuts use the browser's clipboard events. */
export const editActions: readonly Action[] = [
  ...historyActions,
  {
    id: 'duplicate',
    label: 'action.duplicate',
    group: 'edit',
    icon: 'copy-plus',
    keys: ['Mod+D'],
    isEdit: true,
    predicate: hasSelection,
    reason: 'reason.selection',
    perform: ({ editor }) => duplicateSelection(editor),
  },
  {
    id: 'delete',
    label: 'action.delete',
    group: 'edit',
    icon: 'trash-2',
    keys: ['Delete', 'Backspace'],
    isEdit: true,
    predicate: hasFree,
    reason: 'reason.unlocked',
    perform: ({ editor }) => deleteSelection(editor),
  },
  {
    id: 'copy',
    label: 'action.copy',
    group: 'edit',
    icon: 'copy',
    keys: ['Mod+C'],
    hasOwnEvent: true,
    isEdit: false,
    predicate: hasSelection,
    reason: 'reason.selection',
    perform: ({ editor }) => editor.ui.clipboard.write(clipboardText(editor)),
  },
  {
    id: 'cut',
    label: 'action.cut',
    group: 'edit',
    icon: 'scissors',
    keys: ['Mod+X'],
    hasOwnEvent: true,
    isEdit: true,
    predicate: hasFree,
    reason: 'reason.unlocked',
    perform: ({ editor }) => {
      editor.ui.clipboard.write(clipboardText(editor));
      deleteSelection(editor);
    },
  },
  {
    id: 'paste',
    label: 'action.paste',
    group: 'edit',
    icon: 'clipboard-paste',
    keys: ['Mod+V'],
    hasOwnEvent: true,
    isEdit: true,
    perform: ({ editor }) => editor.ui.clipboard.read((text) => paste(editor, text)),
  },
  {
    id: 'selectAll',
    label: 'action.selectAll',
    group: 'edit',
    icon: 'box-select',
    keys: ['Mod+A'],
    isEdit: false,
    perform: ({ editor }) => selectAll(editor),
  },
  {
    id: 'selectPrevious',
    label: 'action.selectPrevious',
    group: 'edit',
    icon: 'history',
    keys: ['Shift+Z'],
    isEdit: false,
    perform: ({ editor }) => editor.selection.restorePrevious(),
  },
  {
    id: 'deselect',
    label: 'action.deselect',
    group: 'edit',
    icon: 'x',
    keys: ['Escape'],
    isEdit: false,
    // Escape stops following first: the followed user is shown with a way to stop.
    perform: ({ editor }) => editor.following.stop() || editor.tools.cancel(),
  },
];
