import { describe, expect, it } from 'vitest';
import { MB } from '../plans.ts';
import { importPriority } from './import-queue.ts';

describe('the turn of an import', () => {
  it.each([
    ['a first small file goes first', { waiting: 0, size: 1 }, { turn: 0, isLarge: false }],
    ['an empty queue and 16 MB', { waiting: 0, size: 16 * MB }, { turn: 1, isLarge: false }],
    ['behind a few of its own', { waiting: 40, size: MB }, { turn: 40, isLarge: false }],
    ['behind a hundred of its own', { waiting: 100, size: MB }, { turn: 50, isLarge: false }],
    ['just below the large ones', { waiting: 0, size: 50 * MB - 1 }, { turn: 2, isLarge: false }],
    ['the largest there is', { waiting: 2, size: 300 * MB }, { turn: 7, isLarge: true }],
  ])('%s', (_, upload, turn) => {
    expect(importPriority(upload)).toEqual(turn);
  });
});
