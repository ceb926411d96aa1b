import { updateScene } from '@diorama/shared/scene/scene-ops.ts';
import { beforeEach, describe, expect, it } from 'vitest';
import { withWallTool } from '../../../test/with-wall-tool.ts';

const fixture = withWallTool();
const { plan, click, move } = fixture;

describe('typing a length', () => {
  beforeEach(() => {
    click(-2, 0);
    move(1, 0);
  });

  it('draws that length toward the pointer, on Enter and on a click', () => {
    fixture.editor.type('3', 'Enter');
    move(1, 2);
    fixture.editor.type('1', '8', '0', 'c', 'm');
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

  it('accepts feet and inches, and uses the unit of the scene', () => {
    fixture.editor.type('1', '0', "'", '6', '"', 'Enter');
    expect(plan()[0]?.[1][0]).toBeCloseTo(-2 + 3.2004);
    fixture.editor.history.undo();
    expect(fixture.editor.type(..."1'6 ", ' ')).toBe(true);
    fixture.editor.type(...'1/2"', 'Enter');
    expect(plan()[0]?.[1][0]).toBeCloseTo(-2 + 0.4699);
    fixture.editor.history.undo();
    updateScene(fixture.editor.ydoc, { unit: 'cm' });
    fixture.editor.type('1', '5', '0', 'Enter');
    expect(plan()[0]?.[1][0]).toBeCloseTo(-0.5);
  });

  it('is edited by Backspace and cleared by Escape, before Escape ends the chain and the tool', () => {
    fixture.editor.type('3', '5', 'Backspace');
    expect(fixture.tool.draft.value.lengths.typed).toBe('3');
    fixture.editor.type('Backspace');
    expect(fixture.tool.draft.value.lengths.typed).toBeNull();
    fixture.editor.type('9');
    fixture.editor.tools.cancel();
    fixture.editor.expectToBeIn('wallBuild.drawing');
    expect(fixture.tool.draft.value.lengths.typed).toBeNull();
    fixture.editor.tools.cancel();
    fixture.editor.expectToBeIn('wallBuild.idle').tools.cancel();
    fixture.editor.expectToBeIn('select.idle');
    expect(plan()).toEqual([]);
  });

  it.each(['0', '1x', '2//', '1e9', '99999999', '3kg', '5-9'])('draws nothing for %s', (text) => {
    fixture.editor.type(...text, 'Enter');
    click(2, 2).expectToBeIn('wallBuild.drawing');
    expect(plan()).toEqual([]);
    expect(fixture.tool.draft.value.isRefused).toBe(true);
  });

  it('starts with a digit, leaves other keys to shortcuts, and stops at 16 characters', () => {
    expect(fixture.editor.type('w')).toBe(false);
    expect(fixture.tool.draft.value.lengths.typed).toBeNull();
    fixture.editor.type(...'1'.repeat(40));
    expect(fixture.tool.draft.value.lengths.typed).toHaveLength(16);
  });

  it('never passes Backspace to the selection', () => {
    fixture.editor.type('3', 'Enter');
    expect(fixture.editor.type('Backspace')).toBe(true);
    expect(plan()).toHaveLength(1);
  });
});
