import { useState } from 'react';
import { useApi } from '../api/provider.tsx';
import { useToast } from '../components/toast/toast.tsx';
import { useErrorText } from '../hooks/use-error-text.ts';
import { useRefreshUser } from '../hooks/use-refresh-user.ts';

/** The contract's number of a picture. */
const PICTURE = 3;

/** Gives a workspace a logo, or takes it away. */
export function useLogo(accountUuid: string) {
  const { client, upload } = useApi();
  const toast = useToast();
  const errorText = useErrorText();
  const refreshUser = useRefreshUser();
  const [isBusy, setIsBusy] = useState(false);

  const save = async (picture: File | null) => {
    setIsBusy(true);
    try {
      const logo =
        picture === null
          ? null
          : (await upload(picture, { type: PICTURE, uploadType: 'logo', account: accountUuid }))['@id'];
      await client.call('updateAccountDetail', { params: { id: accountUuid }, body: { logo } });
      await refreshUser();
    } catch (error) {
      toast({ kind: 'error', text: errorText(error) });
    } finally {
      setIsBusy(false);
    }
  };
  return {
    isBusy,
    choose: (picture: File) => {
      save(picture);
    },
    remove: () => {
      save(null);
    },
  };
}
