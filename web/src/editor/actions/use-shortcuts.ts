import { useEffect } from 'react';
import { copyText, paste } from '../commands/clipboard.ts';
import { deleteSelection } from '../commands/selection.ts';
import type { EditorParts } from '../editor-parts.ts';
import { isBusy } from '../hooks/is-busy.ts';
import type { EditorTranslations } from '../hooks/use-editor-translations.ts';
import { keyName } from '../kernels/chords.ts';
import type { UserInterface } from '../parts.ts';
import type { KeyInfo } from '../tools/tool.ts';
import { performAmong } from './action.ts';
import { actions } from './index.ts';
import { isPaletteComing, typeAhead } from './type-ahead.ts';

/** Keys that move between radio buttons. */
const CHOOSING = ['ArrowLeft', 'ArrowRight', 'ArrowUp', 'ArrowDown', ' '];

/** Handles shortcuts, and provides the system clipboard and translations to the editor. */
export function useShortcuts(editor: EditorParts, translations: EditorTranslations): void {
  useEffect(() => {
    const abort = new AbortController();
    const { signal } = abort;
    window.addEventListener('keydown', (event) => performByKey(event, editor, translations), { signal });
    window.addEventListener('keyup', (event) => editor.tools.keyUp(keyOf(event)), { signal });
    const onCopy = (isCut: boolean) => (event: ClipboardEvent) => {
      const text = isBusy(event) || window.getSelection()?.isCollapsed === false ? null : copyText(editor);
      if (text !== null) {
        event.clipboardData?.setData('text/plain', text);
        event.preventDefault();
        if (isCut && !editor.isReadOnly.value) {
          deleteSelection(editor);
        }
      }
    };
    window.addEventListener('copy', onCopy(false), { signal });
    window.addEventListener('cut', onCopy(true), { signal });
    window.addEventListener(
      'paste',
      (event) => {
        const text = event.clipboardData?.getData('text/plain') ?? '';
        if (!isBusy(event) && paste(editor, text)) {
          event.preventDefault();
        }
      },
      { signal },
    );
    provideClipboard(editor);
    editor.ui.nameOf = (noun) => translations.t(noun);
    return () => abort.abort();
  }, [editor, translations]);
}

function performByKey(event: KeyboardEvent, editor: EditorParts, translations: EditorTranslations): void {
  if (isBusy(event)) {
    return;
  }
  if (isPaletteComing(editor)) {
    typeAhead(event, editor);
    return;
  }
  if (event.defaultPrevented || isChoosing(event)) {
    return;
  }
  // A running tool interaction has priority over shortcuts.
  if (event.key !== 'Escape' && editor.tools.keyDown(keyOf(event))) {
    event.preventDefault();
    return;
  }
  performAmong(actions, event, { editor, translations });
}

function keyOf(event: KeyboardEvent): KeyInfo {
  const { shiftKey: shift, altKey: alt, ctrlKey, metaKey, timeStamp: at } = event;
  return { key: keyName(event), shift, alt, mod: ctrlKey || metaKey, at };
}

function isChoosing({ target, key }: KeyboardEvent): boolean {
  return target instanceof Element && target.matches('input[type="radio"]') && CHOOSING.includes(key);
}

/**
 * For menus, which have no clipboard event. Without permission, or over plain http, copies stay within the
 * editor.
 */
function provideClipboard({ ui }: UserInterface): void {
  if (navigator.clipboard === undefined) {
    return;
  }
  const own = ui.clipboard;
  ui.clipboard = {
    write: (text) => {
      own.write(text);
      if (text !== null) {
        navigator.clipboard.writeText(text).catch(() => undefined);
      }
    },
    read: (use) => {
      navigator.clipboard.readText().then(use, () => own.read(use));
    },
  };
}
