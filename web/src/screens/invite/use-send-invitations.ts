import type { Role, Subject } from '@diorama/shared/domain/roles.ts';
import { useState } from 'react';
import { ApiError, isAbort } from '../../api/api-error.ts';
import { isNoticed } from '../../api/client.ts';
import { useApi } from '../../api/provider.tsx';
import { track } from '../../api/track.ts';
import { useT } from '../../hooks/use-language.tsx';

/** What is shared with what role. */
export type Offer = { subject: Subject; ids: readonly string[]; role: Role };

/** How many invitations are on their way at once. */
const AT_ONCE = 4;

/** Sends one invitation an address, and tells which of them were refused and why. */
export function useSendInvitations(): {
  isBusy: boolean;
  send: (emails: readonly string[], offer: Offer) => Promise<Record<string, string>>;
} {
  const { client } = useApi();
  const t = useT();
  const [isBusy, setIsBusy] = useState(false);

  const sendOne = async (email: string, { subject, ids, role }: Offer): Promise<string | null> => {
    try {
      await client.call('createInvitation', { body: { email, role, [subject]: [...ids] } });
      return null;
    } catch (error) {
      if (isAbort(error)) {
        throw error;
      }
      // A refusal says why; what else can happen is the same for every address.
      const says = error instanceof ApiError && (error.status === 422 || isNoticed(error));
      return says && error.title !== '' ? error.title : t('problem.unexpected');
    }
  };
  const send = async (emails: readonly string[], offer: Offer) => {
    setIsBusy(true);
    track('click_invite_colaborate');
    const refused: Record<string, string> = {};
    const waiting = [...emails];
    const work = async () => {
      for (let email = waiting.shift(); email !== undefined; email = waiting.shift()) {
        const problem = await sendOne(email, offer);
        if (problem !== null) {
          refused[email] = problem;
        }
      }
    };
    try {
      await Promise.all(Array.from({ length: AT_ONCE }, work));
    } finally {
      setIsBusy(false);
    }
    return refused;
  };
  return { isBusy, send };
}
