import type { Action } from '../../actions/action.ts';
import type { EditorParts } from '../../editor-parts.ts';
import {
  detachSelection,
  editableInstance,
  makeComponentOfSelection,
  overridesOf,
  push,
  revert,
  selectedInstances,
} from './model/components.ts';

const hasFree = ({ selection, scene }: EditorParts) => selection.ids.value.some((id) => !scene.isLocked(id));
const hasInstance = (editor: EditorParts) => selectedInstances(editor).length > 0;
const selectedOverrides = (editor: EditorParts) => {
  const { primary } = editor.selection;
  const overrides = primary === null ? null : overridesOf(editor, primary);
  return overrides && Object.keys(overrides.values).length > 0 ? overrides : null;
};

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
  {
    id: 'revertOverrides',
    label: 'action.revertOverrides',
    group: 'arrange',
    icon: 'rotate-ccw',
    keys: [],
    isEdit: true,
    predicate: (editor) => selectedOverrides(editor) !== null,
    reason: 'reason.override',
    perform: ({ editor }) => {
      const overrides = selectedOverrides(editor);
      if (overrides) {
        revert(editor, overrides);
      }
    },
  },
  {
    id: 'pushOverrides',
    label: 'action.pushOverrides',
    group: 'arrange',
    icon: 'arrow-up-from-line',
    keys: [],
    isEdit: true,
    predicate: (editor) => selectedOverrides(editor) !== null,
    reason: 'reason.override',
    perform: ({ editor }) => {
      const overrides = selectedOverrides(editor);
      if (overrides) {
        push(editor, overrides);
      }
    },
  },
];
