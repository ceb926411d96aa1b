import { describe, expect, it } from 'vitest';
import { hintOf } from './hint.ts';

const state = {
  tool: 'move',
  hasSelection: true,
  isReadOnly: false,
  isSnapping: false,
  isTouch: false,
} as const;

describe('The hint line', () => {
  it('speaks of handles only while there are some', () => {
    expect(hintOf(state)).toEqual(['hint.move']);
    expect(hintOf({ ...state, hasSelection: false })).toEqual(['hint.nothing']);
  });

  it('speaks of letting go of the steps only while there are some', () => {
    expect(hintOf({ ...state, isSnapping: true })).toEqual(['hint.move', 'hint.free']);
    expect(hintOf({ ...state, isSnapping: true, tool: 'select' })).toEqual(['hint.selected']);
  });

  it('tells nobody to change what they may only look at', () => {
    expect(hintOf({ ...state, isReadOnly: true, isSnapping: true })).toEqual(['hint.look']);
  });
});
