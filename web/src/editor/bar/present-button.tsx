import type { Composition } from '@diorama/shared/contract/compositions.ts';
import { Presentation } from 'lucide-react';
import { useEffect } from 'react';
import { tooltip } from '../../components/tooltip/tooltip-layer.tsx';
import { useEditor } from '../hooks/use-editor.tsx';
import { useEditorTranslations } from '../hooks/use-editor-translations.ts';
import { useSignalValue } from '../hooks/use-signal-value.ts';
import type { Collaboration } from '../parts.ts';
import classes from './floating-bar.module.css';

/** Toggle for presenting to the visitors of the scene's live link. */
export function PresentButton({ scene }: { scene: Composition }) {
  const { presentation } = useEditor();
  const { status, privacy, sharing } = scene;
  const isLive = status === 'published' && privacy !== 'private' && sharing.live;
  useEffect(() => {
    presentation.isOffered.value = isLive;
  }, [presentation, isLive]);
  return isLive && <Toggle presentation={presentation} />;
}

function Toggle({ presentation }: { presentation: Collaboration['presentation'] }) {
  const { t } = useEditorTranslations();
  const isOn = useSignalValue(presentation.isOn);
  const label = t(isOn ? 'presenting.stop' : 'presenting.start');
  return (
    <button
      {...tooltip(label)}
      type="button"
      className={classes.icon}
      aria-label={t('presenting.start')}
      aria-pressed={isOn}
      onClick={() => presentation.set(!isOn)}
    >
      <Presentation size={16} aria-hidden="true" />
    </button>
  );
}
