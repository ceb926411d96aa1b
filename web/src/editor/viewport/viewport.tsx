import { memo, useEffect, useState } from 'react';
import { Button } from '../../components/button/button.tsx';
import { EmptyState } from '../../components/feedback/empty-state.tsx';
import { LazyBoundary, MissingPart } from '../../components/feedback/lazy-boundary.tsx';
import { lazyComponent } from '../../components/lazy-component.ts';
import { lazyPart } from '../../components/lazy-part.tsx';
import { fetchTranslations } from '../../hooks/namespaces.ts';
import { isCodeFailure } from '../../scene/asset-loader.ts';
import { troubleOf } from '../../scene/no-webgl.ts';
import { AfterFirstFrame } from '../after-first-frame.tsx';
import { fitOpeningFrame } from '../commands/focus.ts';
import { useEditor, useEditorSession } from '../hooks/use-editor.tsx';
import { useFirstTranslations } from '../hooks/use-editor-translations.ts';
import { useSignalValue } from '../hooks/use-signal-value.ts';
import type { EditorSession } from '../session.ts';
import { when } from '../signals.ts';
import { LazyPart } from '../tools/lazy-part.tsx';
import { fetchTools } from '../tools/tool-makers.ts';
import { CameraFrame } from './camera-frame.tsx';
import { EditorCanvas } from './editor-canvas.ts';
import { listenToEnvironmentRotation } from './environment-rotation-input.ts';
import { fetchLater } from './fetch-later.ts';
import { listenToMaterialDrops } from './material-drops.ts';
import { listenToPointer } from './pointer-input.ts';
import classes from './viewport.module.css';

const AnnotationDots = lazyComponent(
  async () => (await import('../features/annotations/annotation-dots.tsx')).AnnotationDots,
);
const MeasureNotes = lazyComponent(
  async () => (await import('../features/measures/measure-notes.tsx')).MeasureNotes,
);
const PeerLabels = lazyComponent(async () => (await import('./peer-labels.tsx')).PeerLabels);
const FollowFrame = lazyComponent(async () => (await import('./follow-frame.tsx')).FollowFrame);
const IsolationNote = lazyComponent(async () => (await import('./isolation-note.tsx')).IsolationNote);
const RecordingNote = lazyComponent(
  async () => (await import('../features/values/recording-note.tsx')).RecordingNote,
);
const EditingNote = lazyComponent(
  async () => (await import('../features/components/editing-note.tsx')).EditingNote,
);
const ProblemPins = lazyComponent(
  async () => (await import('../features/import/problem-pins.tsx')).ProblemPins,
);
const DeviceFrames = lazyComponent(async () => (await import('./device-frames.tsx')).DeviceFrames);
const ViewCorner = lazyComponent(async () => (await import('./view-corner.tsx')).ViewCorner);
const ViewportMenu = lazyComponent(async () => (await import('./viewport-menu.tsx')).ViewportMenu);
const Walking = lazyPart(async () => (await import('./walking.tsx')).Walking);

/** Viewport of the scene with the editor's overlays. */
export const Viewport = memo(function Viewport() {
  const session = useEditorSession();
  const { editor } = session;
  const { t, language } = useFirstTranslations();
  const [host, setHost] = useState<HTMLDivElement | null>(null);
  const [context, setContext] = useState<'drawn' | 'lost' | 'none'>('drawn');
  const cursor = useSignalValue(editor.tools.cursor);
  const { isWalking } = useSignalValue(editor.ui.state);
  const isPartMissing = useSignalValue(editor.isPartMissing);

  useEffect(() => {
    if (!host) {
      return;
    }
    try {
      return openViewport(host, session, (isLost) => setContext(isLost ? 'lost' : 'drawn'));
    } catch (error) {
      if (troubleOf(error) !== 'noWebgl') {
        throw error;
      }
      setContext('none');
      return;
    } finally {
      performance.mark('first-frame');
      editor.hasFirstFrame.value = true;
      // A prefetch; panels that need the texts wait for the same promise and report its failure.
      fetchTranslations('panels', language).catch(() => undefined);
    }
  }, [host, session, editor, language]);

  return (
    <div className="absolute overflow-hidden bg-(--page) inset-0">
      <div
        ref={setHost}
        role="application"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: an application is interactive
        tabIndex={0}
        aria-label={t('editor.viewport')}
        aria-description={t('editor.viewport.help')}
        className={classes.host}
        data-cursor={cursor}
      />
      <AfterFirstFrame>
        <MeasureNotes />
        <PeerLabels />
      </AfterFirstFrame>
      {isWalking ? (
        host && <Walking host={host} />
      ) : (
        <>
          <AfterFirstFrame>
            <AnnotationDots />
          </AfterFirstFrame>
          <ToolLayer />
          <CameraFrame />
          <AfterFirstFrame>
            <DeviceFrames />
            <ViewCorner />
            <ViewportMenu host={host} />
          </AfterFirstFrame>
        </>
      )}
      <AfterFirstFrame>
        <IsolationNote />
        <RecordingPlace />
        <ProblemPins />
        <FollowFrame />
      </AfterFirstFrame>
      {isPartMissing && <MissingPart />}
      {context !== 'drawn' && <ContextNote isGone={context === 'none'} />}
    </div>
  );
});

/** Note that edits become values of a choice or a state, or change a component; its code is fetched with the first. */
function RecordingPlace() {
  const { recording, scene } = useEditor();
  const target = useSignalValue(recording.target);
  const instance = useSignalValue(scene.edited);
  if (instance !== null) {
    return <EditingNote instance={instance} />;
  }
  return target && <RecordingNote target={target} />;
}

/**
 * Draws the scene in an element and listens to its input.
 * @returns the function that ends it
 * @throws NoWebglError without WebGL 2
 */
function openViewport(
  host: HTMLElement,
  session: EditorSession,
  onContext: (isLost: boolean) => void,
): () => void {
  const { editor, assets } = session;
  const reportMissing = () => {
    editor.isPartMissing.value = true;
  };
  const canvas = new EditorCanvas({
    host,
    editor,
    assets: assets.addressOf,
    onProgress: ({ failures }) => {
      assets.setUnloaded(failures.filter((one) => !isCodeFailure(one)).map(({ iri }) => iri));
      if (failures.some(isCodeFailure)) {
        reportMissing();
      }
    },
    onContext,
  });
  let stopTicks: (() => void) | null = null;
  const ends = [
    () => canvas.dispose(),
    listenToPointer(host, editor, canvas.rig),
    listenToEnvironmentRotation(host, editor, canvas.rig),
    listenToMaterialDrops(host, editor),
    assets.onRetry((iri) => canvas.view.reload(iri)),
    fetchLater(
      () => import('../scene-overlay/open-overlay.tsx'),
      ({ openOverlay }) => canvas.addLayer(openOverlay(session, canvas.colors, canvas)),
      reportMissing,
    ),
    () => stopTicks?.(),
    fetchLater(
      () => import('../sounds/start-ticks.ts'),
      ({ startTicks }) => {
        stopTicks = startTicks(editor);
      },
      reportMissing,
    ),
    whenOpen(session, () => canvas.ready().then(() => fitOpeningFrame(editor), reportError)),
  ];
  editor.tools.takeRequested();
  fetchTools().catch((error: unknown) => {
    reportError(error);
    reportMissing();
  });
  return () => {
    for (const end of ends.reverse()) {
      end();
    }
  };
}

/** Acts as soon as the scene is there. @returns the function that gives it up */
function whenOpen({ connection: { state } }: EditorSession, act: () => void): () => void {
  return when(() => state.value === 'open', act);
}

function ContextNote({ isGone }: { isGone: boolean }) {
  const { t } = useFirstTranslations();
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

/** DOM layer of the active tool over the viewport, and its settings. */
function ToolLayer() {
  const { tools } = useEditor();
  const id = useSignalValue(tools.activeId);
  const { layer, panel } = tools.def;
  return (
    <>
      {layer && (
        <LazyBoundary key={id}>
          <LazyPart of={id} load={layer} />
        </LazyBoundary>
      )}
      {panel && (
        <div className={classes.toolPanel}>
          <LazyBoundary key={id} place="panel">
            <LazyPart of={id} load={panel} />
          </LazyBoundary>
        </div>
      )}
    </>
  );
}
