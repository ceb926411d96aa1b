import { memo } from 'react';
import { IconButton } from '../../components/button/icon-button.tsx';
import { lazyComponent } from '../../components/lazy-component.ts';
import { AfterFirstFrame } from '../after-first-frame.tsx';
import { useEditor } from '../hooks/use-editor.tsx';
import { useFirstTranslations } from '../hooks/use-editor-translations.ts';
import type { LayoutSize } from '../hooks/use-media.ts';
import { useSignalValue } from '../hooks/use-signal-value.ts';
import { PANEL_NAMES } from '../managers/ui.ts';
import { type OverlayPanelName, overlayPanelOf } from './overlay-panel.ts';
import { PanelIcon } from './panel-icon.tsx';
import classes from './panels.module.css';
import { PanelContent, panelSideOf } from './side-panel.tsx';

const LibraryDrawer = lazyComponent(
  async () => (await import('../features/library/library-drawer.tsx')).LibraryDrawer,
);

const TimelinePanel = lazyComponent(
  async () => (await import('../features/timeline/timeline-panel.tsx')).TimelinePanel,
);

/**
 * Panels over the scene: the library on any screen, and on small screens each panel, one at a time. On a phone
 * they are bottom sheets. The timeline is below the others, and on phones in their place.
 */
export const OverlayPanels = memo(function OverlayPanels({ room }: { room: LayoutSize }) {
  const { ui, isReadOnly } = useEditor();
  const state = useSignalValue(ui.state);
  const canEdit = !useSignalValue(isReadOnly);
  const open = overlayPanelOf(state, { room, canEdit });
  const hasTimeline =
    state.isTimelineOpen && state.arePanelsShown && canEdit && !(room === 'phone' && open !== null);
  return (
    <>
      {room === 'phone' && <SheetButtons hasSheet={open !== null || hasTimeline} />}
      {hasTimeline && (
        <div
          className={classes.over}
          data-side="bottom"
          data-covers="bottom"
          data-low={room !== 'phone' || undefined}
        >
          <AfterFirstFrame place="panel">
            <TimelinePanel onClose={() => ui.toggleTimeline()} />
          </AfterFirstFrame>
        </div>
      )}
      {open !== null && <OverPanel key={open} name={open} room={room} />}
    </>
  );
});

function OverPanel({ name, room }: { name: OverlayPanelName; room: LayoutSize }) {
  const { ui } = useEditor();
  const isLibrary = name === 'library';
  const side = room === 'phone' ? 'bottom' : isLibrary ? 'left' : panelSideOf(name);
  return (
    <div className={classes.over} data-side={side} data-covers={side}>
      {isLibrary ? (
        <AfterFirstFrame place="panel">
          <LibraryDrawer onClose={() => ui.toggleLibrary()} />
        </AfterFirstFrame>
      ) : (
        <PanelContent name={name} />
      )}
    </div>
  );
}

function SheetButtons({ hasSheet }: { hasSheet: boolean }) {
  const { ui } = useEditor();
  const { t } = useFirstTranslations();
  const { sheet } = useSignalValue(ui.state);
  return (
    <div className={classes.sheetButtons} data-open={hasSheet || undefined}>
      {PANEL_NAMES.map((name) => (
        <IconButton
          key={name}
          variant="secondary"
          size="large"
          label={t(`${name}.title`)}
          icon={<PanelIcon name={name} />}
          isPressed={hasSheet && sheet === name}
          onClick={() => ui.toggleSheet(name)}
        />
      ))}
    </div>
  );
}
