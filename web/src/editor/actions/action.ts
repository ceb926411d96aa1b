import type { EditorMessageKey } from '@diorama/shared/i18n/editor.en.ts';
import type { Editor } from '../editor.ts';
import type { Words } from '../hooks/words.ts';
import { type Chord, isChord } from '../kernels/chords.ts';

/** The parts of menus, palette and help sheet, in their order. */
export const ACTION_GROUPS = ['tools', 'edit', 'arrange', 'add', 'view', 'scene'] as const;
export type ActionGroup = (typeof ACTION_GROUPS)[number];

/** What an action works with. */
export type ActionContext = { editor: Editor; words: Words };

/** One thing a person can do; menus, shortcuts, palette and help sheet are made from the list of them. */
export type Action = {
  id: string;
  label: EditorMessageKey;
  /** Fills the label, where it says what of. */
  subject?: (words: Words) => string;
  /** Fills the label, where it says along which axis. */
  axis?: string;
  group: ActionGroup;
  /** A lucide name in kebab case. */
  icon: string;
  /** The first is the one that is shown. */
  keys: readonly Chord[];
  /** Whether the browser tells of its keys by an event of its own, as for its clipboard; they are shown alone. */
  isHeardElsewhere?: boolean;
  /** Whether it changes the scene, which not everybody may. */
  isEdit: boolean;
  /** Whether there is something to do; left out, always. */
  predicate?: (editor: Editor) => boolean;
  /** For actions that switch something: whether it is on. */
  isOn?: (editor: Editor) => boolean;
  perform: (context: ActionContext) => void;
};

/** Whether an action can be done now. */
export function isEnabled({ isEdit, predicate }: Action, editor: Editor): boolean {
  return !(isEdit && editor.isReadOnly.get()) && (predicate?.(editor) ?? true);
}

/** Performs the one of some actions that has a key, if it can be done now. @returns whether one has it */
export function performAmong(
  among: readonly Action[],
  event: KeyboardEvent,
  context: ActionContext,
): boolean {
  const action = among.find(
    ({ keys, isHeardElsewhere }) => !isHeardElsewhere && keys.some((chord) => isChord(event, chord)),
  );
  if (!action) {
    return false;
  }
  event.preventDefault();
  if (isEnabled(action, context.editor)) {
    action.perform(context);
  }
  return true;
}

/** The words of an action. */
export function labelOf({ label, subject, axis }: Action, words: Words): string {
  const { t } = words;
  if (axis !== undefined) {
    return t(label as 'arrange.min', { axis });
  }
  return label === 'action.add'
    ? t('action.add', { name: subject?.(words) ?? '' })
    : t(label as 'action.undo');
}
