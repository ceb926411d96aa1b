import { memo } from 'react';
import { lazyComponent } from '../../components/lazy-component.ts';
import { ResizablePanel } from '../../components/resizable-panel/resizable-panel.tsx';
import { AfterFirstFrame } from '../after-first-frame.tsx';
import { useFirstTranslations } from '../hooks/use-editor-translations.ts';
import { PANEL_NAMES, type PanelName } from '../managers/ui.ts';
import classes from './panels.module.css';

const Inspector = lazyComponent(async () => (await import('../inspector/inspector.tsx')).Inspector);
const Outliner = lazyComponent(async () => (await import('../outliner/outliner.tsx')).Outliner);

/** Side, width range in CSS pixels, and content of each panel. */
const PANELS = {
  outliner: { side: 'left', defaultWidth: 240, minWidth: 180, maxWidth: 480, Content: Outliner },
  inspector: { side: 'right', defaultWidth: 312, minWidth: 248, maxWidth: 480, Content: Inspector },
} as const satisfies Readonly<Record<PanelName, unknown>>;
const INNER_EDGES = { left: 'end', right: 'start' } as const;

type PanelSide = keyof typeof INNER_EDGES;

/** Side of a panel. */
export function panelSideOf(name: PanelName): PanelSide {
  return PANELS[name].side;
}

/** Panels at one side of the scene. */
export const SidePanels = memo(function SidePanels({ side }: { side: PanelSide }) {
  const { t } = useFirstTranslations();
  return PANEL_NAMES.filter((name) => panelSideOf(name) === side).map((name) => {
    const { defaultWidth, minWidth, maxWidth } = PANELS[name];
    return (
      <div key={name} className={classes.side} data-panel={name}>
        <ResizablePanel
          name={name}
          label={t(`${name}.resize`)}
          edge={INNER_EDGES[side]}
          {...{ defaultWidth, minWidth, maxWidth }}
        >
          <PanelContent name={name} />
        </ResizablePanel>
      </div>
    );
  });
});

/** Current content of a panel. */
export function PanelContent({ name }: { name: PanelName }) {
  const { Content } = PANELS[name];
  return (
    <AfterFirstFrame place="panel">
      <Content />
    </AfterFirstFrame>
  );
}
