import { describe, expect, it } from 'vitest';
import { validateColor } from './validate-color.ts';

describe('a typed color', () => {
  it.each([
    ['rebeccapurple', { value: '#663399', fault: null }],
    ['#1d6ae7ff', { value: '#1d6ae7', fault: null }],
    ['rgba(29, 106, 231, 0.5)', { value: '#1d6ae7', fault: 'covering' }],
    ['transparent', { value: null, fault: 'transparent' }],
    ['#12345600', { value: null, fault: 'transparent' }],
    ['reddish', { value: null, fault: 'unreadable' }],
  ])('%s yields the closest valid value, or null, and its fault', (text, judged) => {
    expect(validateColor(text)).toEqual(judged);
  });
});
