import { describe, expect, it } from 'vitest';
import { readHostMessage } from './host-message.ts';

const message = (fields: object) => readHostMessage({ diorama: 1, ...fields });

describe('readHostMessage', () => {
  it('parses messages by their type', () => {
    expect(message({ type: 'reset' })).toEqual({ type: 'reset' });
    expect(message({ type: 'look', position: [1, 2, 3], target: [0, 0, 0] })).toEqual({
      type: 'look',
      position: [1, 2, 3],
      target: [0, 0, 0],
      isSmooth: true,
    });
    expect(message({ type: 'annotation', index: null })).toEqual({ type: 'annotation', index: null });
    expect(message({ type: 'scroll', position: 0.5 })).toEqual({ type: 'scroll', position: 0.5 });
    expect(message({ type: 'follow-camera', on: true })).toEqual({ type: 'follow-camera', isOn: true });
  });

  it('returns null for foreign messages', () => {
    for (const other of [null, 1, 'reset', {}, [], { type: 'reset' }, { diorama: 2, type: 'reset' }]) {
      expect(readHostMessage(other)).toBeNull();
    }
  });

  it('returns malformed for invalid messages, without throwing', () => {
    const nonsense = [
      {},
      { type: 'constructor' },
      { type: 'look', position: [1, 2], target: [0, 0, 0] },
      { type: 'look', position: [Number.NaN, 0, 0], target: [0, 0, 0] },
      { type: 'look', position: [1, 1, 1], target: [1, 1, 1] },
      { type: 'look', position: ['1', 0, 0], target: [0, 0, 1e9] },
      { type: 'annotation', index: -1 },
      { type: 'annotation', index: '1' },
      { type: 'scroll', position: 1.5 },
      { type: 'scroll', position: Number.NaN },
      { type: 'follow-camera', on: 'yes' },
    ];
    for (const fields of nonsense) {
      expect(message(fields), JSON.stringify(fields)).toBe('malformed');
    }
  });
});
