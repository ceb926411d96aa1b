import { formatPercent } from '@diorama/shared/i18n/format.ts';
import { X } from 'lucide-react';
import { IconButton } from '../components/button/icon-button.tsx';
import { Spinner } from '../components/feedback/spinner.tsx';
import type { DropAim } from './commands/aim-pictures.ts';
import classes from './editor-room.module.css';
import { isMac } from './hooks/platform.ts';
import { useEditor } from './hooks/use-editor.tsx';
import { useIsTouch } from './hooks/use-media.ts';
import { useStore } from './hooks/use-store.ts';
import { useWords } from './hooks/use-words.ts';
import { wayName } from './hooks/way-name.ts';
import { waysOf } from './kernels/gestures.ts';
import type { Dressing } from './managers/ui.ts';
import type { HintKey } from './tools/define-tool.ts';

/** What can be done now, in one line: with what is held over the view, else with the tool. */
export function HintLine() {
  const { aim, ui } = useEditor();
  const held = useStore(aim);
  const dressing = useStore(ui.dressing);
  if (held) {
    return <AimLine aim={held} />;
  }
  const [first] = dressing;
  return first === undefined ? <ToolLine /> : <DressingLine {...first} />;
}

function AimLine({ aim }: { aim: DropAim }) {
  const { t } = useWords();
  const nameOf = (name: string) => name || t('outliner.unnamed');
  return (
    <div className={classes.hint} data-covers="bottom" data-held>
      <p>
        {aim.does === 'dress' ? (
          <>
            <span>{t('hint.drop.dress', { name: nameOf(aim.name) })}</span>
            <span>{t('hint.drop.alt')}</span>
          </>
        ) : (
          <>
            <span>{t('hint.drop.stand', { count: aim.count })}</span>
            {aim.locked !== undefined && <span>{t('hint.drop.locked', { name: nameOf(aim.locked) })}</span>}
          </>
        )}
      </p>
    </div>
  );
}

function DressingLine({ name, share, cancel }: Dressing) {
  const { t, language } = useWords();
  const shown = name || t('outliner.unnamed');
  return (
    <div className={classes.hint} data-covers="bottom" data-busy>
      <p role="status">
        <Spinner />
        <span>{t('picture.putting', { name: shown })}</span>
        {/* Read out when it begins, and not at each step. */}
        {share !== null && <span aria-hidden="true">{formatPercent(language, share)}</span>}
      </p>
      {cancel && (
        <IconButton
          size="small"
          tip="none"
          label={t('picture.stop', { name: shown })}
          icon={<X size={14} aria-hidden="true" />}
          onClick={cancel}
        />
      )}
    </div>
  );
}

function ToolLine() {
  const editor = useEditor();
  const { t } = useWords();
  // What a tool says follows where it is, and what there is to work on.
  useStore(editor.tools.path);
  useStore(editor.tools.current.hintedBy);
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
