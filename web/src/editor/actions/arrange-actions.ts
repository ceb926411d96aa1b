import {
  alignSelection,
  distributeSelection,
  dropToGround,
  mirrorSelection,
  nudgeSelection,
} from '../commands/arrange.ts';
import { freeRepeats, makeSingle, repeatSelection } from '../commands/repeat.ts';
import { groupSelection, shiftInTree, toggleFlag, ungroupSelection } from '../commands/selection.ts';
import type { EditorParts } from '../editor-parts.ts';
import { ALIGN_SIDES, AXES } from '../kernels/arrange.ts';
import type { Action } from './action.ts';
import { hasFree, hasSelection } from './selection-state.ts';

const hasGroup = ({ selection, scene }: EditorParts) => selection.ids.value.some((id) => scene.isHolder(id));

const hasRepeat = (editor: EditorParts) => freeRepeats(editor).length > 0;

const NUDGES = [
  { id: 'nudgeLeft', toward: 'left', icon: 'arrow-left', key: 'ArrowLeft' },
  { id: 'nudgeRight', toward: 'right', icon: 'arrow-right', key: 'ArrowRight' },
  { id: 'nudgeAway', toward: 'away', icon: 'arrow-up', key: 'ArrowUp' },
  { id: 'nudgeNear', toward: 'near', icon: 'arrow-down', key: 'ArrowDown' },
  { id: 'nudgeUp', toward: 'up', icon: 'arrow-up-from-line', key: 'PageUp' },
  { id: 'nudgeDown', toward: 'down', icon: 'arrow-down-to-line', key: 'PageDown' },
] as const;

/** One step, or ten with Shift. */
const nudgeActions: readonly Action[] = NUDGES.flatMap(({ id, toward, icon, key }) =>
  [1, 10].map((steps) => ({
    id: steps === 1 ? id : `${id}Far`,
    label: steps === 1 ? (`action.${id}` as const) : (`action.${id}Far` as const),
    group: 'arrange' as const,
    icon,
    keys: [steps === 1 ? key : `Shift+${key}`],
    isEdit: true,
    predicate: hasFree,
    reason: 'reason.unlocked' as const,
    perform: ({ editor }: { editor: EditorParts }) => nudgeSelection(editor, toward, steps),
  })),
);

/** Returns a predicate that checks the number of selected nodes. */
const hasSeveral =
  (count: number) =>
  ({ selection }: EditorParts) =>
    selection.outermost.length >= count;

/** Actions for the buttons of the panel, one per axis. */
const axisActions: readonly Action[] = AXES.flatMap((axis) => {
  const common = { group: 'arrange', keys: [], isEdit: true, axis: axis.toUpperCase() } as const;
  return [
    ...ALIGN_SIDES.map((side) => ({
      ...common,
      id: `align.${axis}.${side}`,
      label: `arrange.${side}` as const,
      icon: 'align-vertical-justify-center',
      predicate: hasSeveral(2),
      reason: 'reason.two' as const,
      perform: ({ editor }: { editor: EditorParts }) => alignSelection(editor, axis, side),
    })),
    {
      ...common,
      id: `distribute.${axis}`,
      label: 'arrange.distribute' as const,
      icon: 'align-horizontal-distribute-center',
      predicate: hasSeveral(3),
      reason: 'reason.three' as const,
      perform: ({ editor }: { editor: EditorParts }) => distributeSelection(editor, axis),
    },
    {
      ...common,
      id: `mirror.${axis}`,
      label: 'arrange.mirror' as const,
      icon: 'flip-horizontal-2',
      predicate: hasFree,
      reason: 'reason.unlocked' as const,
      perform: ({ editor }: { editor: EditorParts }) => mirrorSelection(editor, axis),
    },
  ];
});

/** Actions for the placement and the order of the selected nodes. */
export const arrangeActions: readonly Action[] = [
  {
    id: 'group',
    label: 'action.group',
    group: 'arrange',
    icon: 'group',
    keys: ['Mod+G'],
    isEdit: true,
    predicate: hasFree,
    reason: 'reason.unlocked' as const,
    perform: ({ editor, translations: { t } }) => groupSelection(editor, t('node.group')),
  },
  {
    id: 'ungroup',
    label: 'action.ungroup',
    group: 'arrange',
    icon: 'ungroup',
    keys: ['Mod+Shift+G'],
    isEdit: true,
    predicate: hasGroup,
    reason: 'reason.group',
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
    reason: 'reason.selection',
    // The name is edited in the outliner, which must be open.
    perform: ({ editor }) =>
      editor.ui.change({
        renaming: editor.selection.primary,
        arePanelsShown: true,
        isLibraryOpen: false,
        sheet: 'outliner',
      }),
  },
  {
    id: 'hide',
    label: 'action.hide',
    group: 'arrange',
    icon: 'eye',
    keys: ['H'],
    isEdit: true,
    predicate: hasSelection,
    reason: 'reason.selection',
    perform: ({ editor }) => toggleFlag(editor, editor.selection.ids.value, 'visible'),
  },
  {
    id: 'lock',
    label: 'action.lock',
    group: 'arrange',
    icon: 'lock',
    keys: ['Mod+Shift+L'],
    isEdit: true,
    predicate: hasSelection,
    reason: 'reason.selection',
    perform: ({ editor }) => toggleFlag(editor, editor.selection.ids.value, 'locked'),
  },
  {
    id: 'toGround',
    label: 'action.toGround',
    group: 'arrange',
    icon: 'arrow-down-to-line',
    keys: ['End'],
    isEdit: true,
    predicate: hasFree,
    reason: 'reason.unlocked' as const,
    perform: ({ editor }) => dropToGround(editor),
  },
  {
    id: 'moveUp',
    label: 'action.moveUp',
    group: 'arrange',
    icon: 'arrow-up',
    keys: ['Alt+ArrowUp'],
    isEdit: true,
    predicate: hasFree,
    reason: 'reason.unlocked' as const,
    perform: ({ editor }) => shiftInTree(editor, -1),
  },
  {
    id: 'moveDown',
    label: 'action.moveDown',
    group: 'arrange',
    icon: 'arrow-down',
    keys: ['Alt+ArrowDown'],
    isEdit: true,
    predicate: hasFree,
    reason: 'reason.unlocked' as const,
    perform: ({ editor }) => shiftInTree(editor, 1),
  },
  {
    id: 'repeat',
    label: 'action.repeat',
    group: 'arrange',
    icon: 'grid-3x3',
    keys: [],
    isEdit: true,
    predicate: hasFree,
    reason: 'reason.unlocked',
    perform: ({ editor, translations: { t } }) => repeatSelection(editor, t('node.repeat')),
  },
  {
    id: 'makeSingle',
    label: 'action.makeSingle',
    group: 'arrange',
    icon: 'ungroup',
    keys: [],
    isEdit: true,
    predicate: hasRepeat,
    reason: 'reason.repeat',
    perform: ({ editor }) => makeSingle(editor),
  },
  ...axisActions,
  ...nudgeActions,
];
