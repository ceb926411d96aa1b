import { MEASURE_MODES } from '@diorama/shared/scene/nodes/measure/modes.ts';
import { describe, expect, it } from 'vitest';
import { watch } from '../signals.ts';
import { measureToolOf } from '../test/measure-tool-of.ts';
import { TestEditor } from '../test/test-editor.ts';
import { withWallTool } from '../test/with-wall-tool.ts';

describe('the hints of the wall tool', () => {
  const fixture = withWallTool();
  const hints = () => fixture.editor.tools.def.hints(fixture.editor, fixture.tool);

  it('describe each step of a wall chain and of a room', () => {
    const chain = [hints()];
    fixture.click(0, 0);
    chain.push(hints());
    fixture.editor.tools.cancel();
    fixture.tool.set({ shape: 'room' });
    expect(hints()).toEqual(['hint.room.start', 'hint.wall.modes']);
    fixture.click(0, 0);
    expect(hints()).toEqual(['hint.room.corner', 'hint.room.lengths', 'hint.room.end']);
    expect(chain).toEqual([
      ['hint.wall.start', 'hint.wall.modes'],
      ['hint.wall.next', 'hint.wall.length', 'hint.wall.end'],
    ]);
  });

  it('update when the shape changes to a room', () => {
    let told = 0;
    watch(
      () => fixture.tool.hintedBy.value,
      () => told++,
    );
    fixture.tool.set({ shape: 'room' });
    expect(told).toBe(1);
  });
});

it('the hints of the measure tool state how many points each mode needs', () => {
  const editor = new TestEditor();
  editor.tools.use('distanceMeter');
  const tool = measureToolOf(editor);
  const firsts = MEASURE_MODES.map((mode) => {
    tool.setMode(mode);
    return [mode, editor.tools.def.hints(editor, tool)[0]];
  });
  expect(Object.fromEntries(firsts)).toEqual({
    distance: 'hint.measure',
    arc: 'hint.measureArc',
    angle: 'hint.measureAngle',
    area: 'hint.measureOutline',
    perimeter: 'hint.measureOutline',
  });
});
