import { useApi } from '../api/provider.tsx';
import { PICTURE, usePictureSaving } from '../hooks/use-picture-saving.ts';
import { useRefreshUser } from '../hooks/use-refresh-user.ts';

/** Sets or removes a workspace's logo. */
export function useLogo(accountUuid: string) {
  const { client, upload } = useApi();
  const refreshUser = useRefreshUser();
  return usePictureSaving(async (picture) => {
    const logo =
      picture === null
        ? null
        : (await upload(picture, { type: PICTURE, uploadType: 'logo', account: accountUuid }))['@id'];
    await client.call('updateAccountDetail', { params: { id: accountUuid }, body: { logo } });
    await refreshUser();
  });
}
