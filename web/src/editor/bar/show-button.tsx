import type { Composition } from '@diorama/shared/contract/compositions.ts';
import { Presentation } from 'lucide-react';
import { useEffect } from 'react';
import { Tooltip } from '../../components/tooltip/tooltip.tsx';
import { useEditor } from '../hooks/use-editor.tsx';
import { useStore } from '../hooks/use-store.ts';
import { useWords } from '../hooks/use-words.ts';
import type { ShowingManager } from '../managers/showing.ts';
import classes from './floating-bar.module.css';

/** Toggle for presenting to the visitors of the scene's live link. */
export function ShowButton({ scene }: { scene: Composition }) {
  const { showing } = useEditor();
  const { status, privacy, sharing } = scene;
  const isLive = status === 'published' && privacy !== 'private' && sharing.live;
  useEffect(() => showing?.isOffered.set(isLive), [showing, isLive]);
  return showing && isLive ? <Toggle showing={showing} /> : null;
}

function Toggle({ showing }: { showing: ShowingManager }) {
  const { t } = useWords();
  const isOn = useStore(showing.isOn);
  const label = t(isOn ? 'showing.stop' : 'showing.start');
  return (
    <Tooltip text={label}>
      <button
        type="button"
        className={classes.icon}
        aria-label={t('showing.start')}
        aria-pressed={isOn}
        onClick={() => showing.set(!isOn)}
      >
        <Presentation size={16} aria-hidden="true" />
      </button>
    </Tooltip>
  );
}
