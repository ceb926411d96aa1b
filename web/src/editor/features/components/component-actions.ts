import type { Action } from '../../actions/action.ts';
import type { EditorParts } from '../../editor-parts.ts';
import {
  detachSelection,
  editableInstance,
  makeComponentOfSelection,
  type OverrideSet,
  overridesOf,
  push,
  revert,
  selectedComponent,
  selectedInstances,
} from './model/components.ts';

const hasFree = ({ selection, scene }: EditorParts) => selection.ids.value.some((id) => !scene.isLocked(id));
const hasInstance = (editor: EditorParts) => selectedInstances(editor).length > 0;

/** Actions for components and their instances. */
export const componentActions: readonly Action[] = [
  {
    id: 'makeComponent',
    label: 'action.makeComponent',
    group: 'arrange',
    icon: 'component',
    keys: [],
    isEdit: true,
    predicate: hasFree,
    reason: 'reason.unlocked',
    perform: ({ editor, translations: { t } }) => makeComponentOfSelection(editor, t('node.component')),
  },
  {
    id: 'editComponent',
    label: 'action.editComponent',
    group: 'arrange',
    icon: 'pencil',
    keys: [],
    isEdit: true,
    predicate: (editor) => editableInstance(editor) !== null,
    reason: 'reason.instance',
    isOn: ({ scene }) => scene.edited.value !== null,
    perform: ({ editor }) => {
      const instance = editableInstance(editor);
      editor.recording.stop();
      editor.scene.editWithin(editor.scene.edited.value === instance ? null : instance);
    },
  },
  {
    id: 'saveComponent',
    label: 'action.saveComponent',
    group: 'arrange',
    icon: 'bookmark-plus',
    keys: [],
    isEdit: true,
    predicate: (editor) => selectedComponent(editor) !== null,
    reason: 'reason.instance',
    perform: ({ editor }) =>
      editor.ui.change({ overlay: 'saveComponent', savedComponent: selectedComponent(editor) }),
  },
  {
    id: 'detachInstance',
    label: 'action.detachInstance',
    group: 'arrange',
    icon: 'ungroup',
    keys: [],
    isEdit: true,
    predicate: hasInstance,
    reason: 'reason.instance',
    perform: ({ editor }) => detachSelection(editor),
  },
  overrideAction({ id: 'revertOverrides', label: 'action.revertOverrides', icon: 'rotate-ccw' }, revert),
  overrideAction({ id: 'pushOverrides', label: 'action.pushOverrides', icon: 'arrow-up-from-line' }, push),
];

/** An action for the overrides of the primary selected node. */
function overrideAction(
  names: Pick<Action, 'id' | 'label' | 'icon'>,
  apply: (editor: EditorParts, overrides: OverrideSet) => void,
): Action {
  return {
    ...names,
    ...{ group: 'arrange', keys: [], isEdit: true, reason: 'reason.override' },
    predicate: (editor) => selectedOverrides(editor) !== null,
    perform: ({ editor }) => {
      const overrides = selectedOverrides(editor);
      if (overrides) {
        apply(editor, overrides);
      }
    },
  };
}

function selectedOverrides(editor: EditorParts): OverrideSet | null {
  const { primary } = editor.selection;
  const overrides = primary === null ? null : overridesOf(editor, primary);
  return overrides && Object.keys(overrides.values).length > 0 ? overrides : null;
}
