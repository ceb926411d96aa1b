import {
  type ChangeEvent,
  type FocusEvent,
  type KeyboardEvent,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { performAction } from '../actions/action.ts';
import { historyActions } from '../actions/edit-actions.ts';
import { mergeTexts, type TextTriple } from '../kernels/merge-texts.ts';
import { useEditor } from './use-editor.tsx';
import { useFirstTranslations } from './use-editor-translations.ts';

type Field = HTMLInputElement | HTMLTextAreaElement;

/** Props of a text field with a draft. */
export type DraftProps = {
  value: string;
  onChange: (event: ChangeEvent<Field>) => void;
  onBlur: (event: FocusEvent<Field>) => void;
  onKeyDown: (event: KeyboardEvent<Field>) => void;
  onFocus: (event: FocusEvent<Field>) => void;
};

/** Draft of a field: its props, and a function that discards it because the value was changed elsewhere. */
export type Draft = { props: DraftProps; forget: () => void };

type DraftOptions = {
  /** Text of the field without a draft. */
  shown: string;
  /** Called with the text when the field is left by Enter or blur; not called without a change. */
  onCommit: (text: string) => void;
  /** Called when the field is left, with or without a change. */
  onLeave?: () => void;
  /**
   * Whether Enter inserts a line break and Mod+Enter commits. Remote changes are merged with the typed text,
   * up to the field's limit.
   */
  isLong?: boolean;
  /** Whether the text of the focused field is selected until the user types, also after remote changes. */
  isSelected?: boolean;
};

/**
 * Text that is committed by Enter, which returns focus to the scene; Escape restores the previous text.
 * Without a draft, undo and redo act on the scene: the field's own undo would apply to text of another value.
 */
export function useDraft({
  shown,
  onCommit,
  onLeave,
  isLong = false,
  isSelected = false,
}: DraftOptions): Draft {
  const editor = useEditor();
  const translations = useFirstTranslations();
  const [text, setText] = useState<string | null>(null);
  /** Text when the first character was typed. */
  const base = useRef(shown);
  /** Whether Escape was pressed, which leaves the field without a commit. */
  const isReverted = useRef(false);
  const focused = useRef<Field>(null);
  useLayoutEffect(() => {
    // A changed value ends the selection, and typed text would be appended to it.
    if (isSelected && text === null && focused.current?.value === shown) {
      focused.current.select();
    }
  }, [isSelected, text, shown]);
  const props: DraftProps = {
    value: text ?? shown,
    onChange: (event) => {
      base.current = text === null ? shown : base.current;
      setText(event.currentTarget.value);
    },
    onBlur: ({ currentTarget: { maxLength } }) => {
      const typed =
        text !== null && isLong
          ? withTheirs({ base: base.current, theirs: shown, mine: text }, maxLength)
          : text;
      if (typed !== null && typed !== shown && !isReverted.current) {
        onCommit(typed);
      }
      focused.current = null;
      isReverted.current = false;
      setText(null);
      onLeave?.();
    },
    onKeyDown: (event) => {
      event.stopPropagation();
      if (text === null && performAction(historyActions, event.nativeEvent, { editor, translations })) {
        return;
      }
      const isEnter = event.key === 'Enter' && (!isLong || event.ctrlKey || event.metaKey);
      if (isEnter || event.key === 'Escape') {
        isReverted.current = event.key === 'Escape';
        event.currentTarget.blur();
      }
    },
    onFocus: ({ currentTarget }) => {
      focused.current = currentTarget;
      if (isSelected) {
        currentTarget.select();
      }
    },
  };
  return { props, forget: () => setText(null) };
}

/** The `maxLength` of a field without a limit is -1. */
function withTheirs(texts: TextTriple, maxLength: number): string {
  const merged = mergeTexts(texts);
  return maxLength >= 0 && merged.length > maxLength ? texts.mine : merged;
}
