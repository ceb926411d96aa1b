import { useEffect, useRef } from 'react';
import type { Editor } from '../editor.ts';

/** How often a value that is being dragged is written, in milliseconds: others follow, and the log stays small. */
const WRITE_INTERVAL_MS = 60;

/** Writes the values of one drag of a slider, a field or a colour as one step of the history. */
export type LiveEdit = {
  /** Writes soon; the latest of quickly following ones wins. */
  change: (write: () => void) => void;
  /** Writes what is still waiting, and ends the step. */
  commit: () => void;
  /** Takes the whole step back. */
  cancel: () => void;
};

/** Made for one control. */
export function useLiveEdit(editor: Editor): LiveEdit {
  const live = useRef<LiveEdit & { end: () => void }>(null);
  live.current ??= createLiveEdit(editor);
  useEffect(() => () => live.current?.end(), []);
  return live.current;
}

function createLiveEdit(editor: Editor): LiveEdit & { end: () => void } {
  let isActive = false;
  let waiting: (() => void) | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const flush = () => {
    clearTimeout(timer);
    timer = undefined;
    if (waiting && !editor.isReadOnly.get()) {
      editor.edit(waiting);
    }
    waiting = null;
  };
  const commit = () => {
    if (isActive) {
      flush();
      editor.history.commit();
      isActive = false;
    }
  };
  return {
    change: (write) => {
      if (!isActive) {
        editor.history.mark();
        isActive = true;
      }
      waiting = write;
      timer ??= setTimeout(flush, WRITE_INTERVAL_MS);
    },
    commit,
    cancel: () => {
      if (isActive) {
        waiting = null;
        flush();
        editor.history.bail();
        isActive = false;
      }
    },
    end: commit,
  };
}
