import { useEffect, useRef, useState } from 'react';
import { Button } from '../../components/button/button.tsx';
import { EmptyState } from '../../components/feedback/empty-state.tsx';
import { troubleOf } from '../../scene/no-webgl.ts';
import { useEditorSession } from '../hooks/use-editor.tsx';
import { useStore } from '../hooks/use-store.ts';
import { useWords } from '../hooks/use-words.ts';
import { TroublePins } from '../import/trouble-pins.tsx';
import { listenToPointer } from './pointer-input.ts';
import { Stage } from './stage.ts';
import classes from './viewport.module.css';

/** The scene, with the editor's own things over it. */
export function Viewport() {
  const { editor, assets } = useEditorSession();
  const { t } = useWords();
  const host = useRef<HTMLDivElement>(null);
  const [context, setContext] = useState<'drawn' | 'lost' | 'none'>('drawn');
  const hover = useStore(editor.hover);
  const drag = useStore(editor.drag.state);

  useEffect(() => {
    const element = host.current;
    if (!element) {
      return;
    }
    let stage: Stage;
    try {
      const onContext = (isLost: boolean) => setContext(isLost ? 'lost' : 'drawn');
      stage = new Stage({
        host: element,
        editor,
        assets: assets.addressOf,
        onProgress: ({ failures }) => assets.setUnloaded(failures.map(({ iri }) => iri)),
        onContext,
      });
    } catch (error) {
      if (troubleOf(error) !== 'noWebgl') {
        throw error;
      }
      setContext('none');
      return;
    }
    const stopListening = listenToPointer(element, editor, stage);
    const stopRetries = assets.onRetry((iri) => stage.reload(iri));
    return () => {
      stopRetries();
      stopListening();
      stage.dispose();
    };
  }, [editor, assets]);

  const cursor = drag ? 'grabbing' : hover?.handle ? 'grab' : hover?.node ? 'pointer' : undefined;
  return (
    <div className={classes.viewport}>
      <div
        ref={host}
        role="application"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: an application is interactive
        tabIndex={0}
        aria-label={t('editor.viewport')}
        aria-description={t('editor.viewport.help')}
        className={classes.host}
        data-cursor={cursor}
      />
      <Marquee />
      <TroublePins />
      {context !== 'drawn' && <ContextNote isGone={context === 'none'} />}
    </div>
  );
}

function Marquee() {
  const { editor } = useEditorSession();
  const rect = useStore(editor.marquee);
  if (!rect) {
    return null;
  }
  const { left, top, right, bottom } = rect;
  return (
    <div
      aria-hidden="true"
      className={classes.marquee}
      style={{ left, top, width: right - left, height: bottom - top }}
    />
  );
}

function ContextNote({ isGone }: { isGone: boolean }) {
  const { t } = useWords();
  return (
    <div className={classes.note} role="status">
      <EmptyState
        title={t(isGone ? 'editor.noWebgl.title' : 'editor.context.title')}
        text={t(isGone ? 'editor.noWebgl.text' : 'editor.context.text')}
        action={
          isGone ? undefined : (
            <Button onClick={() => window.location.reload()}>{t('editor.context.reload')}</Button>
          )
        }
      />
    </div>
  );
}
