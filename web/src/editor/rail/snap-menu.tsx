import { Settings } from 'lucide-react';
import { LatePart } from '../../components/feedback/late-part.tsx';
import { lazyComponent } from '../../components/lazy-component.ts';
import { Popover } from '../../components/popover/popover.tsx';
import { useEditor } from '../hooks/use-editor.tsx';
import { useRoom } from '../hooks/use-media.ts';
import { useStore } from '../hooks/use-store.ts';
import { useWords } from '../hooks/use-words.ts';
import classes from './tool-rail.module.css';

const SnapPanel = lazyComponent(async () => (await import('./snap-panel.tsx')).SnapPanel);

/** Button with a popover of snap and grid settings. */
export function SnapMenu() {
  const { ui } = useEditor();
  const { t } = useWords();
  const { isSnapOpen } = useStore(ui);
  const room = useRoom();
  const label = t('snap.title');
  return (
    <Popover
      label={label}
      side={room === 'phone' ? 'top' : 'right'}
      align="end"
      isOpen={isSnapOpen}
      onOpenChange={(isOpen) => ui.change({ isSnapOpen: isOpen })}
      trigger={
        <button type="button" className={classes.button} aria-label={label} title={label}>
          <Settings size={20} strokeWidth={1.75} aria-hidden="true" />
        </button>
      }
    >
      <LatePart place="panel">
        <SnapPanel />
      </LatePart>
    </Popover>
  );
}
