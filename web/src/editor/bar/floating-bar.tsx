import type { Composition } from '@diorama/shared/contract/compositions.ts';
import { ArrowLeft, MonitorPlay, Rocket } from 'lucide-react';
import { Link } from 'react-router';
import { Button } from '../../components/button/button.tsx';
import { lazyComponent } from '../../components/lazy-component.ts';
import { tooltip } from '../../components/tooltip/tooltip-layer.tsx';
import { usePath } from '../../hooks/use-path.ts';
import { isEnabled, labelOf } from '../actions/action.ts';
import { actionOf } from '../actions/index.ts';
import { shortcutOf } from '../actions/use-action-menu.tsx';
import { AfterFirstFrame } from '../after-first-frame.tsx';
import { useEditor } from '../hooks/use-editor.tsx';
import { useFirstTranslations } from '../hooks/use-editor-translations.ts';
import { useLayoutSize } from '../hooks/use-media.ts';
import { useSignalValue } from '../hooks/use-signal-value.ts';
import { Icon } from '../icons.tsx';
import classes from './floating-bar.module.css';
import { ReadOnlyBadge } from './read-only-badge.tsx';
import { SaveIndicator } from './save-indicator.tsx';
import { SceneName } from './scene-name.tsx';

const PresentButton = lazyComponent<{ scene: Composition }>(
  async () => (await import('./present-button.tsx')).PresentButton,
);
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
  const action = actionOf(id);
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
