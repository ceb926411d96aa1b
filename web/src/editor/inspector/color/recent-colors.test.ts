import { describe, expect, it } from 'vitest';
import { recentColors, rememberColor } from './recent-colors.ts';

function memory(text: string | null = null) {
  let held = text;
  return {
    getItem: () => held,
    setItem: (_key: string, value: string) => {
      held = value;
    },
  };
}

describe('the recent colors', () => {
  it('are unique, newest first, and at most twelve', () => {
    const storage = memory();
    for (let i = 0; i < 14; i += 1) {
      rememberColor(`#0000${i.toString(16).padStart(2, '0')}`, storage);
    }
    rememberColor('#000005', storage);
    expect(recentColors(storage)).toHaveLength(12);
    expect(recentColors(storage).slice(0, 3)).toEqual(['#000005', '#00000d', '#00000c']);
  });

  it.each(['{', '{"a":1}', '[1, null, "url(x)"]'])('are empty for %j', (text) => {
    expect(recentColors(memory(text))).toEqual([]);
  });

  it('tolerate that the browser denies storage', () => {
    const refusing = {
      getItem: () => null,
      setItem: () => {
        throw new Error('QuotaExceededError');
      },
    };
    expect(() => rememberColor('#ffffff', refusing)).not.toThrow();
  });
});
