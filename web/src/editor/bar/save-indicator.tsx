import { useEffect } from 'react';
import { useToast } from '../../components/toast/toast.tsx';
import { useEditorSession } from '../hooks/use-editor.tsx';
import { useFirstTranslations } from '../hooks/use-editor-translations.ts';
import { useSignalValue } from '../hooks/use-signal-value.ts';
import classes from './floating-bar.module.css';

/**
 * Save state as a dot with a label. Screen readers announce changes to and from offline. Each refusal is
 * explained once.
 */
export function SaveIndicator() {
  const { saving } = useEditorSession();
  const { t } = useFirstTranslations();
  const state = useSignalValue(saving.state);
  const toast = useToast();
  const refusal = state.kind === 'refused' ? state.code : null;
  const isPaused = refusal === 'server.read-only';
  useEffect(() => {
    if (refusal !== null) {
      const isLost = refusal === 'document.too-large' && !saving.isKept;
      toast({
        kind: isPaused ? 'warning' : 'error',
        text: t(isLost ? 'save.refused.unkept' : `save.refused.${refusal}`),
      });
    }
  }, [isPaused, refusal, saving, t, toast]);
  const hasEdits = state.kind === 'offline' && state.edits > 0;
  const kind = isPaused ? 'paused' : state.kind;
  const text = hasEdits ? t('save.offlineEdits', { count: state.edits }) : t(`save.${kind}`);
  return (
    <span className={classes.save} data-kind={kind} role="status" aria-live="polite">
      <span className={classes.dot} aria-hidden="true" />
      <span className={classes.saveText}>{text}</span>
    </span>
  );
}
