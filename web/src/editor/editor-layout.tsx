import type { Composition } from '@diorama/shared/contract/compositions.ts';
import { useEffect, useState } from 'react';
import { useSearchParams } from 'react-router';
import { useApi } from '../api/provider.tsx';
import { FAILED_PART } from '../components/feedback/lazy-boundary.tsx';
import { Spinner } from '../components/feedback/spinner.tsx';
import { lazyComponent } from '../components/lazy-component.ts';
import primitives from '../components/primitives.module.css';
import { useToast } from '../components/toast/toast.tsx';
import { warnBeforeUnload } from '../warn-before-unload.ts';
import { performAction } from './actions/action.ts';
import { actions } from './actions/index.ts';
import { AfterFirstFrame } from './after-first-frame.tsx';
import { FloatingBar } from './bar/floating-bar.tsx';
import { clipboardText, paste } from './commands/clipboard.ts';
import { deleteSelection } from './commands/selection.ts';
import classes from './editor-layout.module.css';
import type { EditorParts } from './editor-parts.ts';
import { openEditorSession } from './editor-session.ts';
import { DropZone } from './features/import/drop-zone.tsx';
import { useArrivingFiles } from './features/import/use-start-import.ts';
import { isBusy } from './hooks/is-busy.ts';
import { EditorProvider, useEditorSession } from './hooks/use-editor.tsx';
import { type EditorTranslations, useFirstTranslations } from './hooks/use-editor-translations.ts';
import { useFreeArea } from './hooks/use-free-area.ts';
import { useLayoutSize } from './hooks/use-media.ts';
import { useSignalValue } from './hooks/use-signal-value.ts';
import { isChord, keyName } from './kernels/chords.ts';
import type { SavingManager } from './managers/saving.ts';
import { OverlayPanels } from './panels/overlay-panels.tsx';
import { SidePanels } from './panels/side-panel.tsx';
import type { UserInterface } from './parts.ts';
import { ToolRail } from './rail/tool-rail.tsx';
import type { EditorSession } from './session.ts';
import type { KeyInfo } from './tools/tool.ts';
import { Viewport } from './viewport/viewport.tsx';

/** Keys that move between radio buttons. */
const CHOOSING = ['ArrowLeft', 'ArrowRight', 'ArrowUp', 'ArrowDown', ' '];

/** Page of a scene that is closed to the user. */
export const LazyAccessDeniedScene = lazyComponent(
  async () => (await import('./access-denied-scene.tsx')).AccessDeniedScene,
);
const HintLine = lazyComponent(async () => (await import('./hint-line.tsx')).HintLine);
const ImportChips = lazyComponent(
  async () => (await import('./features/import/import-chips.tsx')).ImportChips,
);
const EditorDialog = lazyComponent(async () => (await import('./dialogs/editor-dialog.tsx')).EditorDialog);
const InsertFromUrl = lazyComponent(
  async () => (await import('./features/library/insert-from-url.tsx')).InsertFromUrl,
);
const EditorNotices = lazyComponent(async () => (await import('./editor-notices.tsx')).EditorNotices);

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
    const opened = openEditorSession({ sceneId, account, api, person, isReadOnly });
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
      <LazyAccessDeniedScene
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
          {!isWalking && <OverlayPanels room={room} />}
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
        <EditorDialog scene={scene} />
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

/** Handles shortcuts, and provides the system clipboard and translations to the editor. */
function useShortcuts(editor: EditorParts, translations: EditorTranslations): void {
  useEffect(() => {
    const abort = new AbortController();
    const { signal } = abort;
    window.addEventListener('keydown', (event) => handleKey(event, editor, translations), { signal });
    window.addEventListener('keyup', (event) => editor.tools.keyUp(keyOf(event)), { signal });
    const onCopy = (isCut: boolean) => (event: ClipboardEvent) => {
      const text =
        isBusy(event) || window.getSelection()?.isCollapsed === false ? null : clipboardText(editor);
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

function handleKey(event: KeyboardEvent, editor: EditorParts, translations: EditorTranslations): void {
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
  performAction(actions, event, { editor, translations });
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

/** Whether the palette is loading. A palette that failed to load does not capture keys. */
export function isPaletteComing({ ui }: UserInterface): boolean {
  return ui.state.value.overlay === 'palette' && document.querySelector(FAILED_PART) === null;
}

/**
 * Captures keys that are typed while the palette loads as its search text. Browser keys such as Tab and F5
 * are not captured.
 */
export function typeAhead(event: KeyboardEvent, { ui }: UserInterface): void {
  const { sought } = ui.state.value;
  const { key } = event;
  const isSign = key.length === 1 && !event.ctrlKey && !event.metaKey;
  if (key === 'Escape') {
    ui.change({ overlay: null });
  } else if (isSign || key === 'Backspace') {
    ui.change({ sought: isSign ? sought + key : sought.slice(0, -1) });
  }
  // Enter would press the button that opened the palette again.
  const isOurs = isSign || key === 'Backspace' || key === 'Enter';
  if (isOurs || actions.some(({ keys }) => keys.some((chord) => isChord(event, chord)))) {
    event.preventDefault();
  }
}

/**
 * Commits typed text when the page is closed or reloaded, and asks for confirmation while edits are unsaved.
 */
function useUnloadGuard(saving: SavingManager): void {
  useEffect(
    () =>
      warnBeforeUnload(() => {
        leaveField();
        return saving.hasUnsaved && ['saving', 'refused', 'unkept'].includes(saving.state.value.kind);
      }),
    [saving],
  );
}

/** Fields commit on blur, which the end of a page does not trigger. */
function leaveField(): void {
  if (document.activeElement instanceof HTMLElement) {
    document.activeElement.blur();
  }
}
