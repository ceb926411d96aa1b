import { formatPercent } from '@diorama/shared/i18n/format.ts';
import { X } from 'lucide-react';
import { useEffect, useState } from 'react';
import { IconButton } from '../components/button/icon-button.tsx';
import { Spinner } from '../components/feedback/spinner.tsx';
import type { DropAim } from './commands/aim-pictures.ts';
import classes from './editor-room.module.css';
import { isMac } from './hooks/platform.ts';
import { useEditor } from './hooks/use-editor.tsx';
import { useHintWords } from './hooks/use-hint-words.ts';
import { useIsTouch, useRoom } from './hooks/use-media.ts';
import { useStore } from './hooks/use-store.ts';
import { useWords } from './hooks/use-words.ts';
import { wayName } from './hooks/way-name.ts';
import { waysOf } from './kernels/gestures.ts';
import type { Dressing } from './managers/ui.ts';
import type { HintKey } from './tools/define-tool.ts';
import type { ToolId } from './tools/index.ts';

/** Display time of a hint on a phone, in milliseconds. */
const BRIEF_MS = 6000;

/**
 * One line with the available gestures of a drag over the view, else of the tool. Shown only briefly on a
 * phone.
 */
export function HintLine() {
  const { aim, ui } = useEditor();
  const held = useStore(aim);
  const [dressing] = useStore(ui.dressing);
  const isPhone = useRoom() === 'phone';
  if (held) {
    return <AimLine aim={held} />;
  }
  if (dressing) {
    return <DressingLine {...dressing} />;
  }
  return isPhone ? <BriefLine /> : <ToolLine />;
}

function AimLine({ aim }: { aim: DropAim }) {
  const { t } = useHintWords();
  const words = useWords();
  const nameOf = (name: string) => name || words.t('outliner.unnamed');
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

function DressingLine({ name, isFile, share, cancel }: Dressing) {
  const { t, language } = useWords();
  const shown = name || t('outliner.unnamed');
  return (
    <div className={classes.hint} data-covers="bottom" data-busy>
      <p role="status">
        <Spinner />
        <span>{t(isFile ? 'import.sending' : 'picture.putting', { name: shown })}</span>
        {/* Screen readers announce the start, not each step. */}
        {share !== null && <span aria-hidden="true">{formatPercent(language, share)}</span>}
      </p>
      {cancel && (
        <IconButton
          size="small"
          tip="none"
          label={t(isFile ? 'import.cancel' : 'picture.stop', { name: shown })}
          icon={<X size={14} aria-hidden="true" />}
          onClick={cancel}
        />
      )}
    </div>
  );
}

/** First hint of a tool after it is activated; hidden afterwards to leave the bottom of the view free. */
function BriefLine() {
  const { tools } = useEditor();
  const { t } = useHintWords();
  const [first] = useToolHints();
  const [taken, setTaken] = useState<ToolId | null>(null);
  useEffect(() => tools.subscribe(() => setTaken(tools.get())), [tools]);
  useEffect(() => {
    const timer = taken === null ? undefined : setTimeout(() => setTaken(null), BRIEF_MS);
    return () => clearTimeout(timer);
  }, [taken]);
  return (
    taken !== null &&
    first && (
      <div className={classes.hint} data-brief>
        <p role="status">
          <span>{t(first)}</span>
        </p>
      </div>
    )
  );
}

/** Current hints of the tool, most important first. */
function useToolHints(): readonly HintKey[] {
  const editor = useEditor();
  // Hints depend on the tool's state, the selection and the scene.
  const { current, def } = editor.tools;
  useStore(editor.tools.path);
  useStore(current.hintedBy);
  useStore(editor.selection);
  useStore(editor.scene);
  useStore(editor.isReadOnly);
  useStore(editor.preferences);
  return useIsTouch() ? [def.touchHint ?? 'hint.touch'] : def.hints(editor, current);
}

function ToolLine() {
  const editor = useEditor();
  const { t } = useHintWords();
  const words = useWords();
  const hints = useToolHints();
  const { wheel } = useStore(editor.preferences);
  const guessed = useStore(editor.wheelDevice);
  const isTouch = useIsTouch();
  const how = (move: 'orbit' | 'pan') =>
    wayName(words.t, waysOf(move, wheel ?? guessed)[0] ?? 'arrows', isMac());
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
