import { updateScene } from '@diorama/shared/scene/scene-ops.ts';
import { beforeEach, describe, expect, it } from 'vitest';
import { withWallTool } from '../../test/with-wall-tool.ts';

const kit = withWallTool();
const { plan, click, move } = kit;

describe('When a length is typed', () => {
  beforeEach(() => {
    click(-2, 0);
    move(1, 0);
  });

  it('goes so far towards the pointer, on Enter and on a click', () => {
    kit.editor.type('3', 'Enter');
    move(1, 2);
    kit.editor.type('1', '8', '0', 'c', 'm');
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
    kit.editor.type('1', '0', "'", '6', '"', 'Enter');
    expect(plan()[0]?.[1][0]).toBeCloseTo(-2 + 3.2004);
    kit.editor.history.undo();
    expect(kit.editor.type(..."1'6 ", ' ')).toBe(true);
    kit.editor.type(...'1/2"', 'Enter');
    expect(plan()[0]?.[1][0]).toBeCloseTo(-2 + 0.4699);
    kit.editor.history.undo();
    updateScene(kit.editor.ydoc, { unit: 'cm' });
    kit.editor.type('1', '5', '0', 'Enter');
    expect(plan()[0]?.[1][0]).toBeCloseTo(-0.5);
  });

  it('is edited by Backspace and cleared by Esc, before that ends the chain and the next leaves the tool', () => {
    kit.editor.type('3', '5', 'Backspace');
    expect(kit.tool.draft.get().lengths.typed).toBe('3');
    kit.editor.type('Backspace');
    expect(kit.tool.draft.get().lengths.typed).toBeNull();
    kit.editor.type('9');
    kit.editor.tools.cancel();
    kit.editor.expectToBeIn('wallBuild.drawing');
    expect(kit.tool.draft.get().lengths.typed).toBeNull();
    kit.editor.tools.cancel();
    kit.editor.expectToBeIn('wallBuild.idle').tools.cancel();
    kit.editor.expectToBeIn('select.idle');
    expect(plan()).toEqual([]);
  });

  it.each(['0', '1x', '2//', '1e9', '99999999', '3kg', '5-9'])('draws nothing for %s', (text) => {
    kit.editor.type(...text, 'Enter');
    click(2, 2).expectToBeIn('wallBuild.drawing');
    expect(plan()).toEqual([]);
    expect(kit.tool.draft.get().isRefused).toBe(true);
  });

  it('opens by a digit, leaves shortcuts alone otherwise, and takes no more than fits', () => {
    expect(kit.editor.type('w')).toBe(false);
    expect(kit.tool.draft.get().lengths.typed).toBeNull();
    kit.editor.type(...'1'.repeat(40));
    expect(kit.tool.draft.get().lengths.typed).toHaveLength(16);
  });

  it('never lets Backspace through to what is selected', () => {
    kit.editor.type('3', 'Enter');
    expect(kit.editor.type('Backspace')).toBe(true);
    expect(plan()).toHaveLength(1);
  });
});
