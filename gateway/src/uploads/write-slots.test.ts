import { describe, expect, it } from 'vitest';
import { WriteSlots } from './resumable.ts';

describe('WriteSlots', () => {
  it('allow six uploads per user, and a request frees its slot only once', () => {
    const slots = new WriteSlots();
    const leave = Array.from({ length: 6 }, (_, i) => slots.take('ann', `upload ${i}`));
    expect(() => slots.take('ann', 'one more')).toThrow('request.too-many');
    expect(() => slots.take('bob', 'his first')).not.toThrow();
    leave[0]?.();
    leave[0]?.();
    expect(() => slots.take('ann', 'one more')).not.toThrow();
    expect(() => slots.take('ann', 'yet another')).toThrow('request.too-many');
  });

  it('are shared by requests that write to one upload', () => {
    const slots = new WriteSlots();
    const leave = Array.from({ length: 9 }, () => slots.take('ann', 'the same'));
    for (let i = 0; i < 5; i += 1) {
      slots.take('ann', `upload ${i}`);
    }
    for (const end of leave.slice(1)) {
      end();
    }
    expect(() => slots.take('ann', 'a seventh')).toThrow('request.too-many');
    leave[0]?.();
    expect(() => slots.take('ann', 'a seventh')).not.toThrow();
  });
});
