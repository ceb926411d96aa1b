import type { Composition } from '@diorama/shared/contract/compositions.ts';
import type { ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it, vi } from 'vitest';
import { ReadOnlyBadge } from './floating-bar.tsx';

const { state } = vi.hoisted(() => ({ state: { isReadOnly: true, isOfNewer: false } }));
vi.mock('../../api/provider.tsx', () => ({ useApi: () => ({ client: {} }) }));
vi.mock('../../components/tooltip/tooltip.tsx', () => ({
  Tooltip: ({ text, children }: { text: string; children: ReactNode }) => [text, children],
}));
vi.mock('../../hooks/use-language.tsx', () => ({ useT: () => (key: string) => key }));
vi.mock('../hooks/use-editor.tsx', () => ({
  useEditor: () => ({ isReadOnly: 'isReadOnly', isOfNewer: 'isOfNewer' }),
}));
vi.mock('../hooks/use-signal-value.ts', () => ({
  useSignalValue: (name: keyof typeof state) => state[name],
}));
vi.mock('../hooks/use-editor-translations.ts', () => ({
  useFirstTranslations: () => ({ t: (key: string) => key }),
}));

/** Rendered text for a user with the given permission on the scene. */
function said(permission: string, { isReadOnly = true, isOfNewer = false } = {}): string {
  Object.assign(state, { isReadOnly, isOfNewer });
  // The component reads only the permission of the scene.
  return renderToStaticMarkup(<ReadOnlyBadge scene={{ permission } as Composition} />);
}

it('the badge shows users with edit permission that the workspace exceeds its plan', () => {
  for (const permission of ['edit', 'admin']) {
    expect(said(permission)).toContain('editor.overflown.text');
    expect(said(permission)).toContain('error.security.account.overflown_storage');
  }
});

it('the badge shows viewers that the scene is view-only, and is empty for editors', () => {
  expect(said('view')).toContain('editor.readOnly.text');
  expect(said('edit', { isReadOnly: false })).toBe('');
});

it('the badge asks editors to reload the page when the scene needs a newer release', () => {
  expect(said('edit', { isOfNewer: true })).toContain('editor.newer.text');
  expect(said('view', { isOfNewer: true })).toContain('editor.readOnly.text');
});
