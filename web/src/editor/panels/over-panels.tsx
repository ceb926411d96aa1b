import { memo } from 'react';
import { IconButton } from '../../components/button/icon-button.tsx';
import { useEditor } from '../hooks/use-editor.tsx';
import { useEditorTranslations } from '../hooks/use-editor-translations.ts';
import type { LayoutSize } from '../hooks/use-media.ts';
import { useStore } from '../hooks/use-store.ts';
import { PANEL_NAMES, type PanelName } from '../managers/ui.ts';
import { PanelIcon } from './panel-icon.tsx';
import classes from './panels.module.css';
import { PanelContent, sideOf } from './side-panel.tsx';

/** Panels of small screens: one at a time over the scene, on a phone as a bottom sheet. */
export const OverPanels = memo(function OverPanels({ room }: { room: Exclude<LayoutSize, 'wide'> }) {
  const { ui } = useEditor();
  const { sheet, isLibraryOpen, arePanelsShown } = useStore(ui);
  const open: PanelName | null = isLibraryOpen ? 'outliner' : sheet;
  return (
    <>
      {room === 'phone' && <SheetButtons hasSheet={open !== null && arePanelsShown} />}
      {open !== null && arePanelsShown && <OverPanel key={open} name={open} room={room} />}
    </>
  );
});

function OverPanel({ name, room }: { name: PanelName; room: 'compact' | 'phone' }) {
  const side = room === 'phone' ? 'bottom' : sideOf(name);
  return (
    <div className={classes.over} data-side={side} data-covers={side}>
      <PanelContent name={name} />
    </div>
  );
}

function SheetButtons({ hasSheet }: { hasSheet: boolean }) {
  const { ui } = useEditor();
  const { t } = useEditorTranslations();
  const { sheet } = useStore(ui);
  return (
    <div className={classes.sheetButtons} data-open={hasSheet || undefined}>
      {PANEL_NAMES.map((name) => (
        <IconButton
          key={name}
          variant="secondary"
          size="large"
          tip="none"
          label={t(`${name}.title`)}
          icon={<PanelIcon name={name} />}
          isPressed={hasSheet && sheet === name}
          onClick={() => ui.toggleSheet(name)}
        />
      ))}
    </div>
  );
}
