import { formatPercent } from '@diorama/shared/i18n/format.ts';
import { X } from 'lucide-react';
import { useEffect, useState } from 'react';
import { IconButton } from '../components/button/icon-button.tsx';
import { Spinner } from '../components/feedback/spinner.tsx';
import { useTranslations } from '../hooks/use-translations.ts';
import classes from './editor-layout.module.css';
import { isMac } from './hooks/platform.ts';
import { useEditor } from './hooks/use-editor.tsx';
import { useEditorTranslations } from './hooks/use-editor-translations.ts';
import { useIsTouch, useLayoutSize } from './hooks/use-media.ts';
import { useSignalValue } from './hooks/use-signal-value.ts';
import { viewGestureName } from './hooks/view-gesture-name.ts';
import { gesturesOf } from './kernels/gestures.ts';
import type { DropPreview } from './kernels/scene-preview.ts';
import type { Transfer } from './managers/ui.ts';
import { watch } from './signals.ts';
import type { HintKey } from './tools/define-tool.ts';
import type { ToolId } from './tools/tool-id.ts';

/** Display time of a hint on a phone, in milliseconds. */
const BRIEF_MS = 6000;

/**
 * One line with the available gestures of a drag over the view, else of the tool. Shown only briefly on a
 * phone.
 */
export function HintLine() {
  const { dropPreview, ui } = useEditor();
  const held = useSignalValue(dropPreview);
  const [transfer] = useSignalValue(ui.transfers);
  const isPhone = useLayoutSize() === 'phone';
  if (held) {
    return <AimLine dropPreview={held} />;
  }
  if (transfer) {
    return <TransferLine {...transfer} />;
  }
  return isPhone ? <BriefLine /> : <ToolLine />;
}

function AimLine({ dropPreview }: { dropPreview: DropPreview }) {
  const { t } = useTranslations('hints');
  const translations = useEditorTranslations();
  const nameOf = (name: string) => name || translations.t('outliner.unnamed');
  return (
    <div className={classes.hint} data-covers="bottom" data-held>
      <p>
        {dropPreview.does === 'assign' ? (
          <>
            <span>{t('hint.drop.assign', { name: nameOf(dropPreview.name) })}</span>
            <span>{t('hint.drop.alt')}</span>
          </>
        ) : (
          <>
            <span>{t('hint.drop.stand', { count: dropPreview.count })}</span>
            {dropPreview.locked !== undefined && (
              <span>{t('hint.drop.locked', { name: nameOf(dropPreview.locked) })}</span>
            )}
          </>
        )}
      </p>
    </div>
  );
}

function TransferLine({ name, isFile, share, cancel }: Transfer) {
  const { t, language } = useEditorTranslations();
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
  const { t } = useTranslations('hints');
  const [first] = useToolHints();
  const [taken, setTaken] = useState<ToolId | null>(null);
  useEffect(() => watch(() => tools.activeId.value, setTaken), [tools]);
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
  useSignalValue(editor.tools.path);
  useSignalValue(current.hintedBy);
  useSignalValue(editor.selection.ids);
  useSignalValue(editor.scene.document);
  useSignalValue(editor.isReadOnly);
  useSignalValue(editor.preferences.values);
  return useIsTouch() ? [def.touchHint ?? 'hint.touch'] : def.hints(editor, current);
}

function ToolLine() {
  const editor = useEditor();
  const { t } = useTranslations('hints');
  const translations = useEditorTranslations();
  const hints = useToolHints();
  const { wheel } = useSignalValue(editor.preferences.values);
  const guessed = useSignalValue(editor.wheelDevice);
  const isTouch = useIsTouch();
  const how = (move: 'orbit' | 'pan') =>
    viewGestureName(translations.t, gesturesOf(move, wheel ?? guessed)[0] ?? 'arrows', isMac());
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
