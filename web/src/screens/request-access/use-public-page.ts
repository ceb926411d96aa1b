import { useEffect, useState } from 'react';
import { ApiError } from '../../api/api-error.ts';
import { useApi } from '../../api/provider.tsx';
import { unlockToken } from '../../viewer/unlock-token.ts';

/** What this tab finds on the public page of a scene: nothing, or not yet; a question for its password; a scene to be copied. */
export type PublicPage = 'none' | 'locked' | 'copyable';

/** Looks whether the public page of a scene offers copies. */
export function usePublicPage(uuid: string): PublicPage {
  const { client } = useApi();
  const [page, setPage] = useState<PublicPage>('none');

  useEffect(() => {
    let isCurrent = true;
    const unlocked = unlockToken(uuid);
    // It speaks for the tab and not for a person.
    const options = unlocked === null ? {} : { headers: { Authorization: `Bearer ${unlocked}` } };
    client.call('getPublicScene', { params: { uuid } }, options).then(
      ({ sharing }) => isCurrent && setPage(sharing.allowClone ? 'copyable' : 'none'),
      (error) =>
        isCurrent && setPage(error instanceof ApiError && error.code === 'scene.locked' ? 'locked' : 'none'),
    );
    return () => {
      isCurrent = false;
    };
  }, [client, uuid]);

  return page;
}
