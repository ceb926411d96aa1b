import { useEffect, useRef } from 'react';
import type { Editor } from '../editor.ts';
import type { Mark } from '../managers/history.ts';

/** How often a value that is being dragged is written, in milliseconds: others follow, and the log stays small. */
const WRITE_INTERVAL_MS = 60;

/** Writes the values of one drag of a slider, a field or a colour as one step of the history. */
export type LiveEdit = {
  /** Opens the step, unless it is open, for edits that are part of it and not of the drag; answers its mark. */
  begin: () => Mark;
  /** Writes soon; the latest of quickly following ones wins. */
  change: (write: () => void) => void;
  /** Writes what is still waiting; the step goes on. */
  flush: () => void;
  /** Writes what is still waiting, and ends the step. */
  commit: () => void;
  /** Takes the whole step back. */
  cancel: () => void;
};

/** Made for one control. */
export function useLiveEdit(editor: Editor): LiveEdit {
  const live = useRef<LiveEdit>(null);
  live.current ??= createLiveEdit(editor);
  useEffect(() => () => live.current?.commit(), []);
  return live.current;
}

/** Writes through an editor; whatever else is edited or undone meanwhile ends the step before. */
export function createLiveEdit(editor: Editor): LiveEdit {
  const { history } = editor;
  let mark: Mark | null = null;
  let waiting: (() => void) | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const flush = () => {
    clearTimeout(timer);
    timer = undefined;
    const write = waiting;
    waiting = null;
    if (write && mark && !editor.isReadOnly.get()) {
      editor.edit(write, mark);
    }
  };
  const end = (close: () => void) => {
    if (mark && history.isOpen(mark)) {
      close();
    }
    mark = null;
  };
  const begin = () => {
    if (!mark || !history.isOpen(mark)) {
      mark = history.mark(flush);
    }
    return mark;
  };
  return {
    begin,
    change: (write) => {
      begin();
      waiting = write;
      timer ??= setTimeout(flush, WRITE_INTERVAL_MS);
    },
    flush,
    commit: () => end(() => history.commit()),
    cancel: () => {
      waiting = null;
      end(() => history.bail());
    },
  };
}
