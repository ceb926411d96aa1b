import type { Composition } from '@diorama/shared/contract/compositions.ts';
import { renderToStaticMarkup } from 'react-dom/server';
import { MemoryRouter } from 'react-router';
import { expect, it, vi } from 'vitest';
import { BlockedNote } from './blocked-note.tsx';

vi.mock('../../api/provider.tsx', () => ({ useApi: () => ({ client: {} }) }));
vi.mock('../../hooks/use-language.tsx', () => ({ useT: () => (key: string) => key }));
vi.mock('../../hooks/use-path.ts', () => ({ usePath: () => (rest: string) => `/en/${rest}` }));
vi.mock('../../hooks/use-translations.ts', () => ({ useTranslations: () => ({ t: (key: string) => key }) }));

const shared = {
  uuid: '1',
  isBlocked: true,
  permission: 'admin',
  status: 'published',
  privacy: 'public',
} as const;

/** Renders the note for such a scene. */
function said(change: Partial<Composition>): string {
  return renderToStaticMarkup(
    <MemoryRouter>
      <BlockedNote scene={{ ...shared, ...change }} />
    </MemoryRouter>,
  );
}

it('the blocked note links workspace managers to storage and upgrade', () => {
  expect(said({})).toContain('blocked');
  expect(said({})).toContain('href="/en/storage"');
  expect(said({})).toContain('notice.upgrade');
  expect(said({})).not.toContain('blocked.ask');
});

it('the blocked note asks other users to contact the owner', () => {
  for (const permission of ['edit', 'view'] as const) {
    expect(said({ permission })).toContain('blocked.ask');
    expect(said({ permission })).not.toContain('storage');
  }
});

it('the blocked note is empty for visible, draft and private scenes', () => {
  expect([said({ isBlocked: false }), said({ status: 'draft' }), said({ privacy: 'private' })]).toEqual([
    '',
    '',
    '',
  ]);
});
