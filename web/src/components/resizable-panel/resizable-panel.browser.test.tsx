import { createRoot } from 'react-dom/client';
import { expect, it, onTestFinished } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { readWidth } from './panel-width.ts';
import { ResizablePanelContent } from './resizable-panel-content.tsx';

const LIMITS = { defaultWidth: 240, minWidth: 160, maxWidth: 400 };

it('a panel stores its width after a key press, and a double click restores the default', async () => {
  localStorage.clear();
  const host = document.body.appendChild(document.createElement('div'));
  host.style.height = '200px';
  const root = createRoot(host);
  onTestFinished(() => {
    root.unmount();
    host.remove();
  });
  root.render(
    <div style={{ display: 'flex', height: '100%' }}>
      <ResizablePanelContent name="sample" label="Width" edge="end" {...LIMITS}>
        Content
      </ResizablePanelContent>
    </div>,
  );
  const edge = page.getByRole('separator', { name: 'Width', exact: true });
  await expect.element(edge).toHaveAttribute('aria-valuenow', '240');
  (edge.element() as HTMLElement).focus();
  await userEvent.keyboard('{ArrowRight}');
  await expect.element(edge).toHaveAttribute('aria-valuenow', '256');
  expect(readWidth('sample', LIMITS)).toBe(256);
  await edge.dblClick();
  await expect.element(edge).toHaveAttribute('aria-valuenow', '240');
  expect(readWidth('sample', LIMITS)).toBe(240);
});
