import {
  dropToGround,
  groupSelection,
  shiftInTree,
  toggleFlag,
  ungroupSelection,
} from '../commands/selection.ts';
import type { Editor } from '../editor.ts';
import type { Action } from './action.ts';

const hasSelection = ({ selection }: Editor) => selection.get().length > 0;
const hasGroup = ({ selection, scene }: Editor) => selection.get().some((id) => scene.isHolder(id));

/** How the selected nodes stand to each other and in the list. */
export const arrangeActions: readonly Action[] = [
  {
    id: 'group',
    label: 'action.group',
    group: 'arrange',
    icon: 'group',
    keys: ['Mod+G'],
    isEdit: true,
    predicate: hasSelection,
    perform: ({ editor, words: { t } }) => groupSelection(editor, t('node.group')),
  },
  {
    id: 'ungroup',
    label: 'action.ungroup',
    group: 'arrange',
    icon: 'ungroup',
    keys: ['Mod+Shift+G'],
    isEdit: true,
    predicate: hasGroup,
    perform: ({ editor }) => ungroupSelection(editor),
  },
  {
    id: 'rename',
    label: 'action.rename',
    group: 'arrange',
    icon: 'pencil',
    keys: ['F2'],
    isEdit: true,
    predicate: hasSelection,
    perform: ({ editor }) => editor.ui.change({ renaming: editor.selection.primary }),
  },
  {
    id: 'hide',
    label: 'action.hide',
    group: 'arrange',
    icon: 'eye',
    keys: ['H'],
    isEdit: true,
    predicate: hasSelection,
    perform: ({ editor }) => toggleFlag(editor, editor.selection.get(), 'visible'),
  },
  {
    id: 'lock',
    label: 'action.lock',
    group: 'arrange',
    icon: 'lock',
    keys: ['Mod+Shift+L'],
    isEdit: true,
    predicate: hasSelection,
    perform: ({ editor }) => toggleFlag(editor, editor.selection.get(), 'locked'),
  },
  {
    id: 'toGround',
    label: 'action.toGround',
    group: 'arrange',
    icon: 'arrow-down-to-line',
    keys: ['End'],
    isEdit: true,
    predicate: hasSelection,
    perform: ({ editor }) => dropToGround(editor),
  },
  {
    id: 'moveUp',
    label: 'action.moveUp',
    group: 'arrange',
    icon: 'arrow-up',
    keys: ['Alt+ArrowUp'],
    isEdit: true,
    predicate: hasSelection,
    perform: ({ editor }) => shiftInTree(editor, -1),
  },
  {
    id: 'moveDown',
    label: 'action.moveDown',
    group: 'arrange',
    icon: 'arrow-down',
    keys: ['Alt+ArrowDown'],
    isEdit: true,
    predicate: hasSelection,
    perform: ({ editor }) => shiftInTree(editor, 1),
  },
];
