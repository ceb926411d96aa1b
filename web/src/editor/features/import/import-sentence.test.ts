import { messages as editorEn } from '@diorama/shared/i18n/en/panels.ts';
import { messages as editorEs } from '@diorama/shared/i18n/es/panels.ts';
import { translator } from '@diorama/shared/i18n/t.ts';
import { describe, expect, it } from 'vitest';
import type { EditorTranslations } from '../../hooks/use-editor-translations.ts';
import { importStatusText } from './import-sentence.ts';

const english: EditorTranslations = { language: 'en', t: translator<typeof editorEn>('en', editorEn) };
const spanish: EditorTranslations = { language: 'es', t: translator<typeof editorEn>('es', editorEs) };

function waiting(position: number | null, etaSeconds: number | null, translations = english): string {
  const phase = { kind: 'queued', position, etaSeconds } as const;
  return importStatusText({ nodeId: 'a', name: 'Chair', phase, isOwn: true, isKept: false }, translations);
}

it('the status text states the reason of a failed import', () => {
  const failed = { kind: 'failed', reason: null, canRetry: false, lacksFiles: false } as const;
  const said = (phase: typeof failed | (typeof failed & { isTooLarge: true })) =>
    importStatusText({ nodeId: 'a', name: 'Chair', phase, isOwn: true, isKept: false }, english);
  expect(said(failed)).toMatch(/^Chair: Diorama cannot be reached/);
  expect(said({ ...failed, isTooLarge: true })).toBe('Chair: The files exceed 300 MB, even when compressed.');
});

describe('the status text of a queued import', () => {
  it('shows its position in the queue and the estimated time', () => {
    expect(waiting(3, 12)).toBe('Chair: queued, position 3, about 10 s');
    expect(waiting(1, 4)).toBe('Chair: queued, position 1, about 10 s');
    expect(waiting(30, 120)).toBe('Chair: queued, position 30, about 2 min');
    expect(waiting(30, 120, spanish)).toBe('Chair: en cola, posición 30, unos 2 min');
  });

  it('omits unknown values', () => {
    expect(waiting(3, null)).toBe('Chair: queued, position 3');
    expect(waiting(null, null)).toBe('Chair: waiting');
  });
});

describe('the status text of a running import', () => {
  const working = (kind: 'converting' | 'optimising', translations = english) =>
    importStatusText(
      { nodeId: 'a', name: 'Chair', phase: { kind, share: 0.42 }, isOwn: true, isKept: false },
      translations,
    );

  it('shows the step and its progress', () => {
    expect(working('converting')).toBe('Chair: converting 42%');
    expect(working('optimising')).toBe('Chair: optimizing 42%');
    expect(working('optimising', spanish).replace(/\s%/, ' %')).toBe('Chair: optimizando 42 %');
  });
});
