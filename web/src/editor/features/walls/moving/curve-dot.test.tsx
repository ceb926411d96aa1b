import { addNode, updateNode } from '@diorama/shared/scene/ops.ts';
import { putRow, readRow, sceneRoots } from '@diorama/shared/scene/ydoc.ts';
import { act } from '@react-three/fiber';
import { PerspectiveCamera, type WebGLRenderer } from 'three';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { EditorProvider } from '../../../hooks/use-editor.tsx';
import { OverlayRoot } from '../../../scene-overlay/overlay-root.ts';
import { type Drawing, DrawingContext } from '../../../scene-overlay/use-drawing.ts';
import type { EditorSession } from '../../../session.ts';
import { TestEditor } from '../../../test/test-editor.ts';
import { CurveDot } from './curve-dot.tsx';

let editor: TestEditor;
let overlay: OverlayRoot;
let redraws: number;

/** Renderer stub with a detached canvas. */
const renderer = { domElement: {}, render: () => undefined } as unknown as WebGLRenderer;
/** Counts the renders of the dot by the reads of its colour. */
const drawing = {
  colors: {
    get neutral() {
      redraws += 1;
      return '#ffffff';
    },
  },
} as unknown as Drawing;

beforeEach(() => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
  editor = new TestEditor();
  overlay = new OverlayRoot({
    renderer,
    camera: () => new PerspectiveCamera(),
    onInvalidate: () => undefined,
  });
  redraws = 0;
});
afterEach(async () => {
  await act(async () => overlay.dispose());
  editor.dispose();
  vi.unstubAllGlobals();
});

it('the curve handle rerenders only when its wall moves or becomes editable', async () => {
  const group = addNode(editor.ydoc, { kind: 'group' });
  const wall = addNode(editor.ydoc, { kind: 'wall', parent: group });
  const other = addNode(editor.ydoc, { kind: 'box' });
  editor.tools.use('select');
  editor.selection.set([wall]);
  await act(async () =>
    overlay.render(
      // The dot uses nothing else of its session.
      <EditorProvider value={{ editor } as unknown as EditorSession}>
        <DrawingContext value={drawing}>
          <CurveDot tool={editor.tools.current} />
        </DrawingContext>
      </EditorProvider>,
    ),
  );
  const countOf = async (edit: () => void) => {
    redraws = 0;
    await act(async () => edit());
    return redraws;
  };
  expect(await countOf(() => updateNode(editor.ydoc, other, { position: [1, 0, 0] }))).toBe(0);
  expect(await countOf(() => void addNode(editor.ydoc, { kind: 'wall' }))).toBe(0);
  expect(await countOf(() => updateNode(editor.ydoc, wall, { props: { curve: 1 } }))).toBe(1);
  expect(await countOf(() => updateNode(editor.ydoc, group, { position: [0, 0, 3] }))).toBe(1);
  expect(await countOf(() => updateNode(editor.ydoc, group, { locked: true }))).toBe(0);
  expect(await countOf(() => updateNode(editor.ydoc, group, { locked: false }))).toBe(1);
  // Another user deletes the parent and restores it.
  const { nodes } = sceneRoots(editor.ydoc);
  const gone = readRow('nodes', nodes, group);
  expect(await countOf(() => nodes.delete(group))).toBe(1);
  expect(await countOf(() => gone && putRow('nodes', nodes, group, gone))).toBe(1);
  expect(await countOf(() => editor.selection.set([other]))).toBe(0);
});
