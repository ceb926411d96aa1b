import { describe, expect, it } from 'vitest';
import { MB } from '../plans.ts';
import { importPriority } from './import-queue.ts';

describe('the turn of an import', () => {
  it.each([
    ['a small file in an empty queue', { waiting: 0, size: 1 }, { turn: 0, isLarge: false }],
    ['a 16 MB file in an empty queue', { waiting: 0, size: 16 * MB }, { turn: 1, isLarge: false }],
    ['behind 40 files of the same workspace', { waiting: 40, size: MB }, { turn: 40, isLarge: false }],
    ['behind 100 files of the same workspace', { waiting: 100, size: MB }, { turn: 50, isLarge: false }],
    [
      'a file just below the size of large files',
      { waiting: 0, size: 50 * MB - 1 },
      { turn: 2, isLarge: false },
    ],
    ['a file of 300 MB', { waiting: 2, size: 300 * MB }, { turn: 7, isLarge: true }],
  ])('%s', (_, upload, turn) => {
    expect(importPriority(upload)).toEqual(turn);
  });
});
