import type { User } from '@diorama/shared/contract/auth.ts';
import { useApi } from '../../api/provider.tsx';
import { PICTURE, usePictureSaving } from '../../hooks/use-picture-saving.ts';
import { useUpdateUser } from './use-update-user.ts';

/** Sets or removes the user's picture. It is stored in one of their workspaces, the current one if permitted. */
export function useAvatar(user: User, chosen: string | null) {
  const { upload } = useApi();
  const update = useUpdateUser(user);
  const home =
    user.accounts.find(({ uuid, role }) => uuid === chosen && role === 'owner') ??
    user.accounts.find(({ role }) => role === 'owner');

  return usePictureSaving(async (picture) => {
    const fields = { type: PICTURE, uploadType: 'avatar', ...(home && { account: home.uuid }) } as const;
    await update({ avatar: picture === null ? null : (await upload(picture, fields))['@id'] });
  });
}
