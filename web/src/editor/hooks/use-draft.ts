import { type ChangeEvent, type FocusEvent, type KeyboardEvent, useRef, useState } from 'react';
import { performAmong } from '../actions/action.ts';
import { historyActions } from '../actions/edit-actions.ts';
import { mergeTexts, type TextTriple } from '../kernels/merge-texts.ts';
import { useEditor } from './use-editor.tsx';
import { useWords } from './use-words.ts';

type Field = HTMLInputElement | HTMLTextAreaElement;

/** What a field that is being typed into needs. */
export type DraftProps = {
  value: string;
  onChange: (event: ChangeEvent<Field>) => void;
  onBlur: (event: FocusEvent<Field>) => void;
  onKeyDown: (event: KeyboardEvent<Field>) => void;
};

/** A draft: what its field needs, and how to forget what was typed because something else has changed the value. */
export type Draft = { props: DraftProps; forget: () => void };

type DraftOptions = {
  /** What the field shows while nobody types. */
  shown: string;
  /** Hears of what was typed when the field is left by Enter or otherwise; not of what was never changed. */
  onTake: (text: string) => void;
  /** The field is left, whether something was taken or not. */
  onLeave?: () => void;
  /**
   * Whether Enter makes a line, and only Mod+Enter takes. What somebody else wrote into it meanwhile stays, beside what was
   * typed and as far as there is room for both.
   */
  isLong?: boolean;
};

/**
 * A text that is typed before it counts: Enter takes it and gives the keys back to the scene, Escape gives back what was. While
 * nothing is typed, undo and redo are the scene's: the field would take back what was typed into another one.
 */
export function useDraft({ shown, onTake, onLeave, isLong = false }: DraftOptions): Draft {
  const editor = useEditor();
  const words = useWords();
  const [text, setText] = useState<string | null>(null);
  /** What it was when the first sign was typed. */
  const base = useRef(shown);
  /** Escape leaves the field too, but takes nothing. */
  const isReverted = useRef(false);
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
        onTake(typed);
      }
      isReverted.current = false;
      setText(null);
      onLeave?.();
    },
    onKeyDown: (event) => {
      event.stopPropagation();
      if (text === null && performAmong(historyActions, event.nativeEvent, { editor, words })) {
        return;
      }
      const isEnter = event.key === 'Enter' && (!isLong || event.ctrlKey || event.metaKey);
      if (isEnter || event.key === 'Escape') {
        isReverted.current = event.key === 'Escape';
        event.currentTarget.blur();
      }
    },
  };
  return { props, forget: () => setText(null) };
}

/** A field without a limit says -1. */
function withTheirs(texts: TextTriple, maxLength: number): string {
  const merged = mergeTexts(texts);
  return maxLength >= 0 && merged.length > maxLength ? texts.mine : merged;
}
