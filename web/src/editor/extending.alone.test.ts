import { parseDocument } from '@diorama/shared/scene/document.ts';
import { countScene } from '@diorama/shared/scene/stats.ts';
import { readDocument, toYDoc } from '@diorama/shared/scene/ydoc.ts';
import { describe, expect, it, vi } from 'vitest';
import { createDrawing } from '../scene/test/create-drawing.ts';
import { getAction } from './actions/index.ts';
import type { EditorTranslations } from './hooks/use-editor-translations.ts';
import { TestEditor } from './test/test-editor.ts';

// A node kind and a tool outside the usual folders, each registered by one line in its list.

vi.mock(import('@diorama/shared/scene/nodes/index.ts'), async (importOriginal) => {
  const original = await importOriginal();
  const { tent } = await import('./test/made-up/tent.ts');
  const nodeDefs = [...original.nodeDefs, tent] as unknown as typeof original.nodeDefs;
  return { ...original, nodeDefs, findNodeDef: (kind: string) => nodeDefs.find((def) => def.kind === kind) };
});

vi.mock(import('@diorama/shared/scene/nodes/kinds.ts'), async (importOriginal) => {
  const original = await importOriginal();
  const { tentTraits } = await import('./test/made-up/tent.ts');
  Object.assign(original.nodeKinds, { tent: tentTraits });
  return { ...original, nodeKindNames: Object.keys(original.nodeKinds) as typeof original.nodeKindNames };
});

vi.mock(import('./tools/index.ts'), async (importOriginal) => {
  const original = await importOriginal();
  const { paintTool } = await import('./test/made-up/paint-tool.ts');
  return { ...original, toolDefs: [...original.toolDefs, paintTool] as unknown as typeof original.toolDefs };
});

const hintsOf = (editor: TestEditor) => editor.tools.def.hints(editor, editor.tools.current);
const translations = { t: (key: string) => key } as unknown as EditorTranslations;
const TENT = {
  nodes: { t: { kind: 'tent', props: { height: 3 } }, u: { kind: 'tent', position: [5, 0, 0] } },
};

describe('an added node kind', () => {
  it('is parsed, stored and counted like any other', () => {
    const document = parseDocument(TENT);
    expect(readDocument(toYDoc(document))).toEqual(document);
    expect(countScene(document, () => 0)).toMatchObject({ nodes: 2 });
    expect(countScene(document, () => 0).triangles).toBeGreaterThan(0);
    expect(() => parseDocument({ nodes: { t: { kind: 'tent', props: { height: -1 } } } })).toThrow();
  });

  it('is rendered as instances of one shape', () => {
    const { show, counts } = createDrawing();
    show(TENT);
    expect(counts()).toEqual([2]);
  });

  it('can be added, picked and undone', () => {
    const editor = new TestEditor();
    getAction('add.tent').perform({ editor, translations });
    const [id = ''] = editor.selection.ids.value;
    expect(editor.scene.node(id)?.kind).toBe('tent');
    // Its own bounds put it on the ground.
    expect(editor.scene.node(id)?.position[1]).toBe(1);
    editor.selection.clear();
    editor.click(...editor.screen(...(editor.scene.node(id)?.position ?? [0, 0, 0])));
    expect(editor.selection.ids.value).toEqual([id]);
    editor.history.undo();
    expect(editor.scene.node(id)).toBeUndefined();
  });
});

describe('an added tool', () => {
  it('is activated by its action, handles pointer and keys, has a cursor and hints, and can be left', () => {
    const editor = new TestEditor();
    getAction('add.tent').perform({ editor, translations });
    getAction('tool.paint').perform({ editor, translations });
    editor.expectToBeIn('paint.waiting');
    expect(hintsOf(editor)).toEqual(['hint.nothing']);
    const at = editor.screen(0, 1, 0);
    editor.pointerMove(...at).pointerDown(...at);
    editor.expectToBeIn('paint.painting');
    expect(editor.tools.cursor.value).toBe('crosshair');
    expect(hintsOf(editor)).toEqual(['hint.free']);
    const press = (key: string) => editor.tools.keyDown({ key, shift: false, alt: false, mod: false, at: 0 });
    expect([press('7'), press('x')]).toEqual([true, false]);
    editor.tools.cancel();
    editor.expectToBeIn('paint.waiting');
    editor.tools.cancel();
    editor.expectToBeIn('select.idle');
  });

  it('is left when the scene becomes read-only', () => {
    const editor = new TestEditor();
    getAction('tool.paint').perform({ editor, translations });
    editor.pointerDown(10, 10);
    editor.isReadOnly.value = true;
    editor.expectToBeIn('select.idle');
  });
});
