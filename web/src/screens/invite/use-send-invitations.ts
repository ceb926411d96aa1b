import type { Role, Subject } from '@diorama/shared/domain/roles.ts';
import { useState } from 'react';
import { isAbort } from '../../api/api-error.ts';
import { useApi } from '../../api/provider.tsx';
import { track } from '../../api/track.ts';
import { useT } from '../../hooks/use-language.tsx';
import { useLimitError } from '../../hooks/use-limit-error.ts';
import { invitationProblem } from './invitation-problem.ts';

/** Subjects to share, with a role. */
export type Offer = { subject: Subject; ids: readonly string[]; role: Role };

/** Limit of parallel invitation requests. */
const AT_ONCE = 4;

/** Sends one invitation per address and returns the refused ones with the reason. */
export function useSendInvitations(): {
  isBusy: boolean;
  send: (emails: readonly string[], offer: Offer) => Promise<Record<string, string>>;
} {
  const { client } = useApi();
  const t = useT();
  const limit = useLimitError();
  const [isBusy, setIsBusy] = useState(false);

  const sendOne = async (email: string, { subject, ids, role }: Offer): Promise<string | null> => {
    try {
      await client.call('createInvitation', { body: { email, role, [subject]: [...ids] } });
      return null;
    } catch (error) {
      if (isAbort(error)) {
        throw error;
      }
      return t(invitationProblem(error, limit));
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
