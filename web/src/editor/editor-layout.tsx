import type { Composition } from '@diorama/shared/contract/compositions.ts';
import { useEffect, useState } from 'react';
import { useSearchParams } from 'react-router';
import { useApi } from '../api/provider.tsx';
import { Spinner } from '../components/feedback/spinner.tsx';
import { lazyComponent } from '../components/lazy-component.ts';
import primitives from '../components/primitives.module.css';
import { useToast } from '../components/toast/toast.tsx';
import { AccessDeniedScene } from './access-denied-scene.tsx';
import { useShortcuts } from './actions/use-shortcuts.ts';
import { AfterFirstFrame } from './after-first-frame.tsx';
import { FloatingBar } from './bar/floating-bar.tsx';
import classes from './editor-layout.module.css';
import { openSession } from './editor-session.ts';
import { DropZone } from './features/import/drop-zone.tsx';
import { useArrivingFiles } from './features/import/use-start-import.ts';
import { EditorProvider, useEditorSession } from './hooks/use-editor.tsx';
import { useFirstTranslations } from './hooks/use-editor-translations.ts';
import { useFreeArea } from './hooks/use-free-area.ts';
import { useLayoutSize } from './hooks/use-media.ts';
import { useSignalValue } from './hooks/use-signal-value.ts';
import { useUnloadGuard } from './hooks/use-unload-guard.ts';
import { OverPanels } from './panels/over-panels.tsx';
import { SidePanels } from './panels/side-panel.tsx';
import { ToolRail } from './rail/tool-rail.tsx';
import type { EditorSession } from './session.ts';
import { Viewport } from './viewport/viewport.tsx';

const HintLine = lazyComponent(async () => (await import('./hint-line.tsx')).HintLine);
const ImportChips = lazyComponent(
  async () => (await import('./features/import/import-chips.tsx')).ImportChips,
);
const Overlay = lazyComponent<{ scene: Composition }>(
  async () => (await import('./dialogs/overlay.tsx')).Overlay,
);
const InsertFromUrl = lazyComponent(
  async () => (await import('./features/library/insert-from-url.tsx')).InsertFromUrl,
);
const EditorNotices = lazyComponent<{ scene: Composition; isOpen: boolean }>(
  async () => (await import('./editor-notices.tsx')).EditorNotices,
);

/** An open scene: creates its session, and disposes it when the page is left. */
export function EditorLayout({ scene }: { scene: Composition }) {
  const api = useApi();
  const [session, setSession] = useState<EditorSession | null>(null);
  const { uuid: sceneId, account, permission } = scene;
  // Later changes of permission arrive through the connection.
  const [isReadOnly] = useState(permission === 'view');
  useEffect(() => {
    const user = api.session.get()?.user;
    if (!user) {
      return;
    }
    const { uuid, avatarUrl, avatarColor } = user;
    const person = { uuid, name: `${user.name} ${user.lastName ?? ''}`.trim(), avatarUrl, avatarColor };
    const opened = openSession({ sceneId, account, api, person, isReadOnly });
    setSession(opened);
    return () => {
      setSession(null);
      opened.dispose();
    };
  }, [api, sceneId, account, isReadOnly]);

  if (!session) {
    return null;
  }
  return (
    <EditorProvider value={session}>
      <Layout scene={scene} />
    </EditorProvider>
  );
}

function Layout({ scene }: { scene: Composition }) {
  const { editor, connection, saving } = useEditorSession();
  const translations = useFirstTranslations();
  const { t } = translations;
  const state = useSignalValue(connection.state);
  const { arePanelsShown, isWalking } = useSignalValue(editor.ui.state);
  const [params] = useSearchParams();
  const room = useLayoutSize();
  const stage = useFreeArea();
  useShortcuts(editor, translations);
  useArrivingFiles(scene.uuid, state === 'open');
  useUnloadGuard(saving);
  useDeniedNote(state === 'denied');

  if (state !== 'loading' && state !== 'open') {
    return (
      <AccessDeniedScene
        closed={state}
        sceneId={scene.uuid}
        // The refused session is over; reloading creates a new one.
        onOpen={() => window.location.reload()}
      />
    );
  }
  // The scene resource changes with each edit by any user, so components that follow the document rerender on
  // their own.
  const hasSides = arePanelsShown && !isWalking && room === 'wide';
  return (
    <DropZone>
      <main className={classes.room} data-phone={room === 'phone' || undefined}>
        {!isWalking && <ToolRail />}
        {hasSides && <SidePanels side="left" />}
        <div className={classes.stage} ref={stage}>
          <Viewport />
          {!isWalking && <FloatingBar scene={scene} />}
          <AfterFirstFrame>{!isWalking && <HintLine />}</AfterFirstFrame>
          <AfterFirstFrame>
            <ImportChips />
            {state === 'open' && params.has('use') && <InsertFromUrl />}
          </AfterFirstFrame>
          {!isWalking && <OverPanels room={room} />}
          {state === 'loading' && (
            <div className="flex flex-col items-center justify-center gap-3 absolute bg-(--page) inset-0">
              <Spinner size={20} />
              <p className={primitives.muted}>{t('editor.loading')}</p>
            </div>
          )}
        </div>
        {hasSides && <SidePanels side="right" />}
      </main>
      <AfterFirstFrame>
        <Overlay scene={scene} />
      </AfterFirstFrame>
      <AfterFirstFrame>
        <EditorNotices scene={scene} isOpen={state === 'open'} />
      </AfterFirstFrame>
    </DropZone>
  );
}

/** Notifies the user of lost edits that the server had not accepted before access was denied. */
function useDeniedNote(isDenied: boolean): void {
  const { saving } = useEditorSession();
  const { t } = useFirstTranslations();
  const toast = useToast();
  useEffect(() => {
    if (isDenied && saving.hasUnsaved) {
      toast({ kind: 'error', text: t('save.denied') });
    }
  }, [isDenied, saving, t, toast]);
}
