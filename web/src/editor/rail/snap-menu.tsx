import { Settings } from 'lucide-react';
import { lazyPart } from '../../components/lazy-part.tsx';
import { Popover } from '../../components/popover/popover.tsx';
import { useEditor } from '../hooks/use-editor.tsx';
import { useEditorTranslations } from '../hooks/use-editor-translations.ts';
import { useLayoutSize } from '../hooks/use-media.ts';
import { useSignalValue } from '../hooks/use-signal-value.ts';
import classes from './tool-rail.module.css';

const SnapPanel = lazyPart(async () => (await import('./snap-panel.tsx')).SnapPanel, { place: 'panel' });

/** Button with a popover of snap and grid settings. */
export function SnapMenu() {
  const { ui } = useEditor();
  const { t } = useEditorTranslations();
  const { isSnapOpen } = useSignalValue(ui.state);
  const room = useLayoutSize();
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
      <SnapPanel />
    </Popover>
  );
}
