import { act } from '@react-three/fiber';
import { PerspectiveCamera, type WebGLRenderer } from 'three';
import { expect, it, onTestFinished, vi } from 'vitest';
import { EditorProvider } from '../hooks/use-editor.tsx';
import { OverlayRoot } from '../scene-overlay/overlay-root.ts';
import type { EditorSession } from '../session.ts';
import { TestEditor } from '../test/test-editor.ts';
import type { ToolPart } from './define-tool.ts';
import { LazyPart } from './lazy-part.tsx';

it('LazyPart renders a part with its tool once both are loaded', async () => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
  const editor = new TestEditor();
  const overlay = new OverlayRoot({
    // Renderer stub with a detached canvas.
    renderer: { domElement: {}, render: () => undefined } as unknown as WebGLRenderer,
    camera: () => new PerspectiveCamera(),
    onInvalidate: () => undefined,
  });
  onTestFinished(async () => {
    await act(async () => overlay.dispose());
    editor.dispose();
    vi.unstubAllGlobals();
  });
  const drawn = vi.fn<(tool: string) => null>(() => null);
  const code = Promise.withResolvers<Awaited<ReturnType<ToolPart>>>();
  const load = () => code.promise;
  await act(async () =>
    overlay.render(
      // The part uses nothing else of its session.
      <EditorProvider value={{ editor } as unknown as EditorSession}>
        <LazyPart of="pen" load={load} />
      </EditorProvider>,
    ),
  );
  expect(drawn).not.toHaveBeenCalled();
  await act(async () => code.resolve(({ tool }) => drawn(tool.id)));
  expect(drawn).toHaveBeenCalledWith('pen');
});
