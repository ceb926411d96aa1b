import type { EditorMessageKey } from '@diorama/shared/i18n/editor.en.ts';
import type { Editor } from '../editor.ts';
import type { EditorTranslations } from '../hooks/editor-translations.ts';
import { type Chord, isChord } from '../kernels/chords.ts';

/** Groups of menus, palette and help sheet, in display order. */
export const ACTION_GROUPS = ['tools', 'edit', 'arrange', 'add', 'view', 'scene'] as const;
export type ActionGroup = (typeof ACTION_GROUPS)[number];

export type ActionContext = { editor: Editor; translations: EditorTranslations };

/** User action. Menus, shortcuts, the palette and the help sheet are built from the list of actions. */
export type Action = {
  id: string;
  label: EditorMessageKey;
  /** Value for the subject placeholder of the label. */
  subject?: (translations: EditorTranslations) => string;
  /** Value for the axis placeholder of the label. */
  axis?: string;
  group: ActionGroup;
  /** Lucide icon name in kebab case. */
  icon: string;
  /** Shortcuts; only the first is shown. */
  keys: readonly Chord[];
  /**
   * Whether the browser sends a dedicated event for the keys, such as `copy`. Such keys are only displayed.
   */
  isHeardElsewhere?: boolean;
  /** Whether the action changes the scene and so requires edit permission. */
  isEdit: boolean;
  /** Whether the action is available; always, if omitted. */
  predicate?: (editor: Editor) => boolean;
  /** For toggles: whether the toggle is on. */
  isOn?: (editor: Editor) => boolean;
  perform: (context: ActionContext) => void;
};

export function isEnabled({ isEdit, predicate }: Action, editor: Editor): boolean {
  return !(isEdit && editor.isReadOnly.get()) && (predicate?.(editor) ?? true);
}

/** Performs the enabled action that has the pressed key. @returns whether any action has that key */
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

/** Translated label of an action. */
export function labelOf({ label, subject, axis }: Action, translations: EditorTranslations): string {
  const { t } = translations;
  if (axis !== undefined) {
    return t(label as 'arrange.min', { axis });
  }
  return label === 'action.add'
    ? t('action.add', { name: subject?.(translations) ?? '' })
    : t(label as 'action.undo');
}
