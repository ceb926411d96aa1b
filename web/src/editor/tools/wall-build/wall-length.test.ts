import { updateScene } from '@diorama/shared/scene/scene-ops.ts';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { TestEditor } from '../../test/test-editor.ts';
import { openWallTool, planOf } from '../../test/with-wall-tool.ts';
import type { WallTool } from './wall-tool.ts';

let editor: TestEditor;
let tool: WallTool;

const plan = () => planOf(editor);
const seen = (x: number, z: number) => editor.screen(x, 0, z);
const click = (x: number, z: number) => editor.click(...seen(x, z));
const move = (x: number, z: number) => editor.pointerMove(...seen(x, z));

beforeEach(() => {
  ({ editor, tool } = openWallTool());
});
afterEach(() => editor.dispose());

describe('When a length is typed', () => {
  beforeEach(() => {
    click(-2, 0);
    move(1, 0);
  });

  it('goes so far towards the pointer, on Enter and on a click', () => {
    editor.type('3', 'Enter');
    move(1, 2);
    editor.type('1', '8', '0', 'c', 'm');
    click(1, 2);
    expect(plan()).toEqual([
      [
        [-2, 0],
        [1, 0],
      ],
      [
        [1, 0],
        [1, 1.8],
      ],
    ]);
  });

  it('understands feet and inches, and the unit of the scene', () => {
    editor.type('1', '0', "'", '6', '"', 'Enter');
    expect(plan()[0]?.[1][0]).toBeCloseTo(-2 + 3.2004);
    editor.history.undo();
    updateScene(editor.ydoc, { unit: 'cm' });
    editor.type('1', '5', '0', 'Enter');
    expect(plan()[0]?.[1][0]).toBeCloseTo(-0.5);
  });

  it('is edited by Backspace and cleared by Esc, before that ends the chain and the next leaves the tool', () => {
    editor.type('3', '5', 'Backspace');
    expect(tool.draft.get().typed).toBe('3');
    editor.type('Backspace');
    expect(tool.draft.get().typed).toBeNull();
    editor.type('9');
    editor.tools.cancel();
    editor.expectToBeIn('wallBuild.drawing');
    expect(tool.draft.get().typed).toBeNull();
    editor.tools.cancel();
    editor.expectToBeIn('wallBuild.idle').tools.cancel();
    editor.expectToBeIn('select.idle');
    expect(plan()).toEqual([]);
  });

  it.each(['0', '1x', '2//', '1e9', '99999999', '3kg', '5-9'])('draws nothing for %s', (text) => {
    editor.type(...text, 'Enter');
    click(2, 2).expectToBeIn('wallBuild.drawing');
    expect(plan()).toEqual([]);
    expect(tool.draft.get().isRefused).toBe(true);
  });

  it('opens by a digit, leaves shortcuts alone otherwise, and takes no more than fits', () => {
    expect(editor.type('w')).toBe(false);
    expect(tool.draft.get().typed).toBeNull();
    editor.type(...'1'.repeat(40));
    expect(tool.draft.get().typed).toHaveLength(16);
  });

  it('never lets Backspace through to what is selected', () => {
    editor.type('3', 'Enter');
    expect(editor.type('Backspace')).toBe(true);
    expect(plan()).toHaveLength(1);
  });
});
