import { memo } from 'react';
import { lazyComponent } from '../../components/lazy-component.ts';
import { ResizablePanel } from '../../components/resizable-panel/resizable-panel.tsx';
import { AfterFirstFrame } from '../after-first-frame.tsx';
import { useEditor } from '../hooks/use-editor.tsx';
import { useStore } from '../hooks/use-store.ts';
import { useWords } from '../hooks/use-words.ts';
import type { PanelName } from '../managers/ui.ts';
import classes from './panels.module.css';

const Inspector = lazyComponent(async () => (await import('../inspector/inspector.tsx')).Inspector);
const Outliner = lazyComponent(async () => (await import('../outliner/outliner.tsx')).Outliner);
const LibraryDrawer = lazyComponent(
  async () => (await import('../library/library-drawer.tsx')).LibraryDrawer,
);

const EDGES = { outliner: 'end', inspector: 'start' } as const;
const WIDTHS = {
  outliner: { defaultWidth: 240, minWidth: 180, maxWidth: 480 },
  inspector: { defaultWidth: 312, minWidth: 248, maxWidth: 480 },
} as const;

/** A panel beside the scene. The library takes the outliner's place while it is open. */
export const SidePanel = memo(function SidePanel({ name }: { name: PanelName }) {
  const { t } = useWords();
  const content = usePanelContent(name);
  return (
    <div className={classes.side} data-panel={name}>
      <ResizablePanel name={name} label={t(`${name}.resize`)} edge={EDGES[name]} {...WIDTHS[name]}>
        {content}
      </ResizablePanel>
    </div>
  );
});

/** What stands in a panel now. */
export function usePanelContent(name: PanelName) {
  const { ui, isReadOnly } = useEditor();
  const { isLibraryOpen } = useStore(ui);
  const canEdit = !useStore(isReadOnly);
  if (name === 'inspector') {
    return (
      <AfterFirstFrame place="panel">
        <Inspector />
      </AfterFirstFrame>
    );
  }
  return (
    <AfterFirstFrame place="panel">
      {isLibraryOpen && canEdit ? <LibraryDrawer onClose={() => ui.toggleLibrary()} /> : <Outliner />}
    </AfterFirstFrame>
  );
}
