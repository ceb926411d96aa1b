import { beforeEach, describe, expect, it, vi } from 'vitest';
import { Editor } from '../editor.ts';
import { loneUser } from '../test/lone-user.ts';
import type { MakeTool } from './define-tool.ts';
import { SelectTool } from './select/select-tool.ts';

// The measuring tool loads when a test resolves it; no other tool is loaded.

const coming = vi.hoisted(() => Promise.withResolvers<MakeTool>());
let isAskedFor = false;

vi.mock(import('./index.ts'), async (importOriginal) => {
  const original = await importOriginal();
  const toolDefs = original.toolDefs.map((def) =>
    def.id === 'distanceMeter'
      ? {
          ...def,
          fetch: () => {
            isAskedFor = true;
            return coming.promise;
          },
        }
      : def,
  );
  return { ...original, toolDefs: toolDefs as unknown as typeof original.toolDefs };
});

let editor: Editor;

beforeEach(() => {
  editor = new Editor(loneUser());
});

describe('a tool whose code is loading', () => {
  it('does nothing and shows a loading state', async () => {
    const press = { x: 1, y: 1, shift: false, mod: false, alt: false, kind: 'mouse' } as const;
    editor.tools.pointerDown(press);
    editor.tools.pointerUp(press);
    expect([editor.tools.path.value, editor.tools.cursor.value]).toEqual(['loading.loading', 'progress']);
    expect(editor.tools.current.state.hasDraft).toBe(false);
    editor.tools.use('move');
    await vi.waitFor(() => expect(editor.tools.path.value).toBe('move.idle'));
    expect(editor.tools.cursor.value).toBe('default');
  });

  it('is loaded only when chosen', async () => {
    expect(isAskedFor).toBe(false);
    editor.tools.use('distanceMeter');
    await vi.waitFor(() => expect(isAskedFor).toBe(true));
    expect(editor.tools.activeId.value).toBe('move');
  });

  it('activates when loaded, unless the user chose another tool, became read-only or left', async () => {
    const [waiting, other, looking, left] = Array.from({ length: 4 }, () => new Editor(loneUser()));
    for (const one of [waiting, other, looking, left]) {
      one?.tools.use('distanceMeter');
    }
    other?.tools.use('scale');
    Object.assign(looking?.isReadOnly ?? {}, { value: true });
    left?.dispose();
    // The viewport asks for the tool in use once it is shown.
    waiting?.tools.takeRequested();
    looking?.tools.takeRequested();
    expect(editor.tools.toolOf('distanceMeter')).toBeNull();
    coming.resolve((of) => new SelectTool(of, 'select', null));
    await vi.waitFor(() =>
      expect([waiting, other, looking, left].map((one) => one?.tools.activeId.value)).toEqual([
        'distanceMeter',
        'scale',
        'select',
        'move',
      ]),
    );
    // The second activation is immediate.
    editor.tools.use('distanceMeter');
    expect(editor.tools.activeId.value).toBe('distanceMeter');
  });
});
