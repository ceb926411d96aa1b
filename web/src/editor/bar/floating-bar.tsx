import type { Composition } from '@diorama/shared/contract/compositions.ts';
import { ArrowLeft, MonitorPlay, Rocket } from 'lucide-react';
import { useEffect } from 'react';
import { Link } from 'react-router';
import { useSWRConfig } from 'swr';
import { ApiError } from '../../api/api-error.ts';
import { useApi } from '../../api/provider.tsx';
import { urlOf } from '../../api/url.ts';
import { Button } from '../../components/button/button.tsx';
import { Badge } from '../../components/feedback/badge.tsx';
import { lazyComponent } from '../../components/lazy-component.ts';
import { useToast } from '../../components/toast/toast.tsx';
import { tooltip } from '../../components/tooltip/tooltip-layer.tsx';
import { useErrorToast } from '../../hooks/use-errors.ts';
import { useT } from '../../hooks/use-language.tsx';
import { usePath } from '../../hooks/use-path.ts';
import { isEnabled, labelOf } from '../actions/action.ts';
import { getAction } from '../actions/index.ts';
import { shortcutOf } from '../actions/use-action-menu.tsx';
import { AfterFirstFrame } from '../after-first-frame.tsx';
import { useEditor, useEditorSession } from '../hooks/use-editor.tsx';
import { useFirstTranslations } from '../hooks/use-editor-translations.ts';
import { useLayoutSize } from '../hooks/use-media.ts';
import { useSignalValue } from '../hooks/use-signal-value.ts';
import { Icon } from '../icons.tsx';
import { NotedField } from '../inspector/field-note.tsx';
import { MAX_NAME, useNameDraft } from '../inspector/use-name-draft.ts';
import classes from './floating-bar.module.css';

const OVERFLOWN = 'security.account.overflown_storage';

const PresentButton = lazyComponent(async () => (await import('./present-button.tsx')).PresentButton);
const HistoryMenu = lazyComponent(async () => (await import('./history-menu.tsx')).HistoryMenu);
const People = lazyComponent(async () => (await import('./people.tsx')).People);

/** Bar for the scene as a whole: name, save state, users, undo, invitation and publishing. */
export function FloatingBar({ scene }: { scene: Composition }) {
  const editor = useEditor();
  const { t } = useFirstTranslations();
  const path = usePath();
  const isReadOnly = useSignalValue(editor.isReadOnly);
  const canInvite = useSignalValue(editor.canInvite);
  const isPhone = useLayoutSize() === 'phone';
  return (
    <header className={classes.bar} data-covers="top">
      <div className={classes.part}>
        <Link
          {...tooltip(t('editor.back'))}
          to={path('scenes/all')}
          className={classes.back}
          aria-label={t('editor.back')}
        >
          <ArrowLeft size={16} aria-hidden="true" />
        </Link>
        <SceneName scene={scene} />
        <SaveIndicator />
        <ReadOnlyBadge scene={scene} />
      </div>
      <div className={classes.part}>
        <AfterFirstFrame place="button">
          <People />
        </AfterFirstFrame>
        {!isReadOnly && (
          <>
            <BarAction id="undo" />
            <BarAction id="redo" />
            {!isPhone && (
              <span className={classes.stepsPlace}>
                <AfterFirstFrame place="button">
                  <HistoryMenu />
                </AfterFirstFrame>
              </span>
            )}
            {!isPhone && <BarAction id="versions" />}
            {!isPhone && (
              <Link
                {...tooltip(t('editor.preview'))}
                to={path(`preview/${scene.uuid}`)}
                target="_blank"
                className={classes.icon}
                aria-label={t('editor.preview')}
              >
                <MonitorPlay size={16} aria-hidden="true" />
              </Link>
            )}
            {!isPhone && canInvite && <BarAction id="invite" />}
            <AfterFirstFrame>
              <PresentButton scene={scene} />
            </AfterFirstFrame>
            <Button
              variant="primary"
              aria-label={t('editor.publish')}
              icon={<Rocket size={16} aria-hidden="true" />}
              onClick={() => editor.ui.change({ overlay: 'publish' })}
            >
              <span className={classes.publishText}>{t('editor.publish')}</span>
            </Button>
          </>
        )}
      </div>
    </header>
  );
}

function BarAction({ id }: { id: string }) {
  const editor = useEditor();
  const translations = useFirstTranslations();
  useSignalValue(editor.history.state);
  useSignalValue(editor.tools.hasDraft);
  const action = getAction(id);
  const label = labelOf(action, translations);
  return (
    <button
      {...tooltip(label, { shortcut: shortcutOf(action) })}
      type="button"
      className={classes.icon}
      aria-label={label}
      disabled={!isEnabled(action, editor)}
      onClick={() => action.perform({ editor, translations })}
    >
      <Icon name={action.icon} />
    </button>
  );
}

/**
 * Save state as a dot with a label. Screen readers announce changes to and from offline. Each refusal is
 * explained once.
 */
function SaveIndicator() {
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

/** Name of the scene, edited in place. */
function SceneName({ scene }: { scene: Composition }) {
  const { client } = useApi();
  const { mutate } = useSWRConfig();
  const { t } = useFirstTranslations();
  const showError = useErrorToast();
  const isReadOnly = useSignalValue(useEditor().isReadOnly);
  const { note, props } = useNameDraft({
    name: scene.name,
    onCommit: (name) => {
      mutate(
        urlOf('getComposition', { params: { id: scene.uuid } }),
        client.call('patchComposition', { params: { id: scene.uuid }, body: { name } }),
        { optimisticData: { ...scene, name }, revalidate: false },
      ).catch((error: unknown) => {
        showError(error);
      });
    },
  });
  if (isReadOnly) {
    return <h1 className="min-w-0 text-14 truncate">{scene.name}</h1>;
  }
  return (
    <h1 className="min-w-0 text-14 truncate">
      <NotedField note={note}>
        <input
          aria-label={t('editor.name')}
          dir="auto"
          title={t('editor.rename')}
          className={classes.nameInput}
          maxLength={MAX_NAME}
          autoComplete="off"
          {...note.props}
          {...props}
        />
      </NotedField>
    </h1>
  );
}

/**
 * Explains why the scene is read-only: no edit permission, or content that this release does not know. A user
 * with edit permission works in a workspace above its plan limits; the usual dialog explains that case.
 */
export function ReadOnlyBadge({ scene }: { scene: Composition }) {
  const editor = useEditor();
  const isReadOnly = useSignalValue(editor.isReadOnly);
  const isOfNewer = useSignalValue(editor.isOfNewer);
  const { t } = useFirstTranslations();
  const say = useT();
  const { client } = useApi();
  if (!isReadOnly) {
    return null;
  }
  if (scene.permission === 'view') {
    return (
      <span {...tooltip(t('editor.readOnly.text'))}>
        <Badge kind="warning">{t('editor.readOnly')}</Badge>
      </span>
    );
  }
  if (isOfNewer) {
    return (
      <button
        {...tooltip(t('editor.newer.text'))}
        type="button"
        className="inline-flex min-h-(--button-small) items-center rounded-round"
        onClick={() => window.location.reload()}
      >
        <Badge kind="warning">{t('editor.newer')}</Badge>
      </button>
    );
  }
  return (
    <button
      {...tooltip(t('editor.overflown.text'))}
      type="button"
      className="inline-flex min-h-(--button-small) items-center rounded-round"
      onClick={() => client.notify(new ApiError({ status: 403, code: OVERFLOWN }), scene.uuid)}
    >
      <Badge kind="warning">{say(`error.${OVERFLOWN}`)}</Badge>
    </button>
  );
}
