import type { AccountRef } from '@diorama/shared/contract/auth.ts';
import type { UserRef } from '@diorama/shared/contract/fields.ts';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it, vi } from 'vitest';
import type { MemberItem } from '../invite/member-item.ts';
import { MemberList } from './member-list.tsx';

vi.mock('../../components/toast/toast.tsx', () => ({ useToast: () => () => undefined }));
vi.mock('../../hooks/use-translations.ts', () => ({
  useTranslations: () => ({
    t: (key: string, values?: { count?: number }) => `${key} ${values?.count ?? ''}`,
  }),
}));
vi.mock('../../hooks/use-user.ts', () => ({ useUser: () => null }));
vi.mock('../invite/use-member-changes.ts', () => ({ useMemberChanges: () => ({ isBusy: false }) }));
vi.mock('./member-row.tsx', () => ({ MemberRow: () => null }));

// The list reads no other field.
const member = { uuid: 'one' } as MemberItem;
const owner = { uuid: 'ada', name: 'Ada' } as UserRef;
const workspace = { role: 'owner' } as AccountRef;

const said = (whose: UserRef | undefined) =>
  renderToStaticMarkup(
    <MemberList
      members={[member]}
      total={150}
      owner={whose}
      workspace={workspace}
      onChange={() => undefined}
    />,
  );

it('the member count includes the owner and the members of further pages', () => {
  expect(said(owner)).toContain('people.count 151');
  expect(said(undefined)).toContain('people.count 150');
});
