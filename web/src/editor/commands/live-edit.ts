import type { LiveEdit, Mark } from '../managers/history.ts';
import type { SceneWriter } from '../parts.ts';

/**
 * Write interval for a dragged value, in milliseconds: other users can follow, and the update log stays
 * small.
 */
const WRITE_INTERVAL_MS = 60;

/** Live edit over an editor; any other edit or undo ends the step first. */
export function createLiveEdit(editor: SceneWriter): LiveEdit {
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
