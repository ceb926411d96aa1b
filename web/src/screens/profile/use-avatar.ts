import type { User } from '@diorama/shared/contract/auth.ts';
import { useState } from 'react';
import { useApi } from '../../api/provider.tsx';
import { useToast } from '../../components/toast/toast.tsx';
import { useErrorText } from '../../hooks/use-error-text.ts';
import { useUpdateUser } from './use-update-user.ts';

/** The contract's number of a picture. */
const PICTURE = 3;

/** Gives a person a picture, or takes it away. It lies in a workspace of theirs, the one in use if they may. */
export function useAvatar(user: User, chosen: string | null) {
  const { upload } = useApi();
  const toast = useToast();
  const errorText = useErrorText();
  const update = useUpdateUser(user);
  const [isBusy, setIsBusy] = useState(false);
  const home =
    user.accounts.find(({ uuid, role }) => uuid === chosen && role === 'owner') ??
    user.accounts.find(({ role }) => role === 'owner');

  const save = async (picture: File | null) => {
    setIsBusy(true);
    try {
      const fields = { type: PICTURE, uploadType: 'avatar', ...(home && { account: home.uuid }) } as const;
      await update({ avatar: picture === null ? null : (await upload(picture, fields))['@id'] });
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
