import classes from './editor-room.module.css';
import { isMac } from './hooks/platform.ts';
import { useEditor } from './hooks/use-editor.tsx';
import { useIsTouch } from './hooks/use-media.ts';
import { useStore } from './hooks/use-store.ts';
import { useWords } from './hooks/use-words.ts';
import { wayName } from './hooks/way-name.ts';
import { waysOf } from './kernels/gestures.ts';
import type { HintKey } from './tools/define-tool.ts';

/** What can be done now, in one line. */
export function HintLine() {
  const editor = useEditor();
  const { t } = useWords();
  // What a tool says follows where it is, and what there is to work on.
  useStore(editor.tools.path);
  useStore(editor.selection);
  useStore(editor.scene);
  useStore(editor.isReadOnly);
  const { wheel } = useStore(editor.preferences);
  const guessed = useStore(editor.wheelDevice);
  const isTouch = useIsTouch();
  const hints: readonly HintKey[] = isTouch
    ? [editor.tools.def.touchHint ?? 'hint.touch']
    : editor.tools.def.hints(editor);
  const how = (move: 'orbit' | 'pan') => wayName(t, waysOf(move, wheel ?? guessed)[0] ?? 'arrows', isMac());
  return (
    <div className={classes.hint} data-covers="bottom">
      <p>
        {hints.map((hint) => (
          <span key={hint}>{t(hint)}</span>
        ))}
        {!isTouch && (
          <>
            <span>{t('hint.orbit', { how: how('orbit') })}</span>
            <span>{t('hint.pan', { how: how('pan') })}</span>
          </>
        )}
      </p>
    </div>
  );
}
