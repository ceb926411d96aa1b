import type { ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it, vi } from 'vitest';
import { MapSlot } from './map-slot.tsx';

const sendings = vi.hoisted(() => vi.fn());
vi.mock('./use-send-picture.ts', () => ({
  useSendPicture: () => {
    sendings();
    return { send: () => undefined, share: 0.5, stop: () => undefined };
  },
}));
vi.mock('../../../components/popover/popover.tsx', () => ({
  Popover: ({ trigger, children }: { trigger: ReactNode; children: ReactNode }) => (
    <>
      {trigger}
      {children}
    </>
  ),
}));
vi.mock('../../../components/button/icon-button.tsx', () => ({
  IconButton: ({ label }: { label: string }) => <button type="button">{label}</button>,
}));
vi.mock('../row.tsx', () => ({ Row: ({ children }: { children: ReactNode }) => children }));
vi.mock('../load-failure.tsx', () => ({ LoadFailure: () => null }));
vi.mock('../../hooks/use-editor.tsx', () => ({ useEditorSession: () => ({ assets: {} }) }));
vi.mock('../../hooks/use-signal-value.ts', () => ({ useSignalValue: () => new Map() }));
vi.mock('../../hooks/use-media.ts', () => ({ useShelfSide: () => 'left' }));
vi.mock('../../hooks/use-editor-translations.ts', () => ({
  useEditorTranslations: () => ({
    t: (key: string, { percent = '' }: { percent?: string } = {}) => key + percent,
    language: 'en',
  }),
}));

const PROPS = {
  spec: { kind: 'picture', shelf: null, upload: 0 },
  label: 'Color',
  values: [null],
  isDisabled: false,
  ids: [],
  onChange: () => undefined,
  onCommit: () => undefined,
  onCancel: () => undefined,
  previewOf: () => ({}),
} as const;

it('a map slot shows the progress of its upload and a button to cancel', () => {
  const shown = renderToStaticMarkup(<MapSlot {...PROPS}>value</MapSlot>);
  expect(sendings).toHaveBeenCalledTimes(1);
  expect(shown).toContain('aria-busy="true"');
  expect(shown).toContain('picture.sending50%');
  expect(shown).toContain('picture.stop');
});
