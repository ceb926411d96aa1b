import { useEffect, useRef } from 'react';
import type { Editor } from '../editor.ts';
import type { Mark } from '../managers/history.ts';

/**
 * Write interval for a dragged value, in milliseconds: other users can follow, and the update log stays
 * small.
 */
const WRITE_INTERVAL_MS = 60;

/** Writes the values of one drag of a slider, field or colour as one history step. */
export type LiveEdit = {
  /** Opens the step if needed, for related edits that are no drag; returns its mark. */
  begin: () => Mark;
  /** Schedules a write; the latest of several replaces the others. */
  change: (write: () => void) => void;
  /** Runs a pending write; the step stays open. */
  flush: () => void;
  /** Runs a pending write and ends the step. */
  commit: () => void;
  /** Reverts the whole step. */
  cancel: () => void;
};

/** Hook for one control. */
export function useLiveEdit(editor: Editor): LiveEdit {
  const live = useRef<LiveEdit>(null);
  live.current ??= createLiveEdit(editor);
  useEffect(() => () => live.current?.commit(), []);
  return live.current;
}

/** Live edit over an editor; any other edit or undo ends the step first. */
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
    if (write && mark && !editor.isReadOnly.value) {
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
