import type { Messages } from '@diorama/shared/i18n/catalogues.ts';
import type { EditorParts } from '../editor-parts.ts';
import type { EditorTranslations } from '../hooks/use-editor-translations.ts';
import { type Chord, isChord } from '../kernels/chords.ts';
import type { EditNotice } from '../managers/ui.ts';

/** Groups of menus, palette and help sheet, in display order. */
export const ACTION_GROUPS = ['tools', 'edit', 'arrange', 'add', 'view', 'scene'] as const;
type ActionGroup = (typeof ACTION_GROUPS)[number];

type ActionContext = { editor: EditorParts; translations: EditorTranslations };

/** User action. Menus, shortcuts, the palette and the help sheet are built from the list of actions. */
export type Action = {
  id: string;
  label: keyof Messages<'editor'>;
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
  hasOwnEvent?: boolean;
  /** Whether the action changes the scene and so requires edit permission. */
  isEdit: boolean;
  /** Whether the action is available; always, if omitted. */
  predicate?: (editor: EditorParts) => boolean;
  /** Precondition or reason to display while `predicate` is false; without a reason the action is hidden then. */
  reason?: PaletteReason;
  /** Notice when its keys are pressed while the action is unavailable; none if omitted. */
  notice?: EditNotice;
  /** For toggles: whether the toggle is on. */
  isOn?: (editor: EditorParts) => boolean;
  perform: (context: ActionContext) => void;
};

/** A reason why an action cannot be done. */
export type PaletteReason = Extract<keyof Messages<'palette'>, `reason.${string}`>;

/** Why an action cannot be done now; null for one that can, or that is not offered at all. */
export function reasonAgainst(action: Action, editor: EditorParts): PaletteReason | null {
  if (isEnabled(action, editor)) {
    return null;
  }
  return action.isEdit && editor.isReadOnly.value ? 'reason.readOnly' : (action.reason ?? null);
}

export function isEnabled({ isEdit, predicate }: Action, editor: EditorParts): boolean {
  return !(isEdit && editor.isReadOnly.value) && (predicate?.(editor) ?? true);
}

/** Performs the enabled action that has the pressed key. @returns whether any action has that key */
export function performAction(
  actions: readonly Action[],
  event: KeyboardEvent,
  context: ActionContext,
): boolean {
  const action = actions.find(
    ({ keys, hasOwnEvent }) => !hasOwnEvent && keys.some((chord) => isChord(event, chord)),
  );
  if (!action) {
    return false;
  }
  event.preventDefault();
  if (isEnabled(action, context.editor)) {
    action.perform(context);
  } else if (action.notice && !context.editor.isReadOnly.value) {
    context.editor.ui.notify(action.notice);
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
