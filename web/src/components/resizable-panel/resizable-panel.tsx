import { Suspense } from 'react';
import { lazyComponent } from '../lazy-component.ts';
import { readWidth } from './panel-width.ts';
import type { ResizablePanelProps } from './resizable-panel-content.tsx';

const LazyPanel = lazyComponent(
  async () => (await import('./resizable-panel-content.tsx')).ResizablePanelContent,
);

/** A panel with a width set by the user; until its code has loaded, an empty one of the same width. */
export function ResizablePanel(props: ResizablePanelProps) {
  return (
    <Suspense
      fallback={
        <div
          className="relative flex min-w-0 min-h-0 shrink-0 flex-col"
          style={{ width: readWidth(props.name, props) }}
        />
      }
    >
      <LazyPanel {...props} />
    </Suspense>
  );
}
