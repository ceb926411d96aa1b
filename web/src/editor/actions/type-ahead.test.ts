import { afterEach, expect, it, vi } from 'vitest';
import { isPaletteComing, typeAhead } from '../editor-layout.tsx';
import { TestEditor } from '../test/test-editor.ts';

afterEach(() => {
  vi.unstubAllGlobals();
});

const editor = new TestEditor();

/** Presses a key while the palette is loading. @returns whether the browser's default is kept */
function press(key: string, ctrlKey = false): boolean {
  const preventDefault = vi.fn();
  const others = { code: '', metaKey: false, shiftKey: false, altKey: false };
  typeAhead({ key, ctrlKey, ...others, preventDefault } as unknown as KeyboardEvent, editor);
  return preventDefault.mock.calls.length === 0;
}

it('keys typed while the palette loads become its query, and browser shortcuts still work', () => {
  editor.ui.change({ overlay: 'palette', sought: '' });
  const kept = ['a', 'd', 'x', 'Backspace', ' ', 'Enter', 'Delete'].filter((key) => press(key));
  expect([editor.ui.state.value.sought, kept]).toEqual(['ad ', []]);
  expect(['Tab', 'F5'].filter((key) => press(key))).toEqual(['Tab', 'F5']);
  expect(['z', 'k', 'r'].filter((key) => press(key, true))).toEqual(['r']);
  expect(editor.ui.state.value).toMatchObject({ overlay: 'palette', sought: 'ad ' });
  press('Escape');
  expect(editor.ui.state.value.overlay).toBeNull();
});

it('keys go to the editor once the palette has failed to load', () => {
  const lost = vi.fn<() => object | null>(() => null);
  vi.stubGlobal('document', { querySelector: lost });
  expect(isPaletteComing(editor)).toBe(false);
  editor.ui.change({ overlay: 'palette', sought: '' });
  expect(isPaletteComing(editor)).toBe(true);
  lost.mockReturnValue({});
  expect(isPaletteComing(editor)).toBe(false);
});
